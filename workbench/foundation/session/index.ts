export { returnFromProvider } from './return';
export { CommonRecords, ForWriters, SessionGate, useSession } from './session';
