export {
  followProject,
  issueLiveTicket,
  liveQuery,
  presenceInput,
  setPresence,
} from './domain/follow-project';
export { ProjectFeed } from './domain/project-feed';
export { removeFormerPresence } from './store/presence';
