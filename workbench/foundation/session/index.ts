export { CommonRecords, ForWriters, SessionGate, useSession } from './session';

// The library of the login is read only by whoever comes back from a provider.
export const returnFromProvider = async () => (await import('./return')).returnFromProvider();
