export { type Bus, connectBus } from './bus';
export { type Events, startEvents } from './events';
export { startRelay } from './outbox-relay';
export { keepStream, makeStreamAt } from './stream';
