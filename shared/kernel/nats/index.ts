export { type Bus, connectBus } from './bus';
export { type Events, startEvents } from './events';
export { limitedBus } from './limited-bus';
export { startRelay } from './outbox-relay';
export { keepStream, makeStreamAt } from './stream';
