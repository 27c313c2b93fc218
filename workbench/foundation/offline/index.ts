export { forgetSeen, hasSeen, noteSeenPlace, restoreSeen, storeSeen } from './seen';
