import { exampleIds } from '@consulting/kernel/schema';
import { followProject, issueLiveTicket, liveQuery, presenceInput, setPresence } from '@consulting/mto-live';
import { eventsTicket } from '../responses/import';
import { route } from '../route';

const liveEvents = {
  type: 'string',
  description:
    'Events with the names `operation` (`{ operationId, kind, recordType, by, at, counts, recordIds }`, the identifiers of records when they are at most 200, else null), `presence` (`{ people: [{ id, name, mtoId, since }] }`, at most 100) and `reset` (`{}`: read again what is displayed). Each has JSON as its data, and as its id a position from which `Last-Event-ID` goes on.',
};

export const mtoLive = [
  route.get(
    '/mto/project/:projectId/events',
    {
      name: 'mto.events',
      summary: 'Follow a takeoff: operations as they are stored, and where people are, as server-sent events',
      description:
        'Begins with who is there. An operation arrives within two seconds of being stored, once in each stream; `Last-Event-ID` goes on where another stream was, at whichever instance, for 15 minutes and 1,000 operations, and `reset` says that it could not. A caller may have ten of these streams open at once; a client that does not take its events is ended. A stream ends, too, when the credential that opened it is revoked or expires, or a grant changes. The parameter `ticket` takes the place of credentials, see `POST …/events/ticket`.',
      answer: liveEvents,
      answerType: 'text/event-stream',
      query: liveQuery,
    },
    (ctx, { params, query, lastEventId, signal }) =>
      followProject(ctx, params.projectId, { query, lastEventId, signal }),
  ),
  route.post(
    '/mto/project/:projectId/events/ticket',
    {
      name: 'mto.eventsTicket',
      summary: 'Get a ticket to follow a takeoff from a browser, whose EventSource cannot send headers',
      description:
        'The ticket opens the events of this project alone, in the name and with the role of the caller, for a minute; a stream that is open goes on after that. After a break later than that ask for another ticket, and go on with `lastEventId` in the query.',
      answer: eventsTicket,
      isReadingOnly: true,
    },
    (ctx, { params }) => issueLiveTicket(ctx, params.projectId),
  ),
  route.put(
    '/mto/project/:projectId/presence',
    {
      name: 'mto.presence',
      summary: 'Say where the caller is in a takeoff, for 30 seconds',
      description:
        'Others see it in their events. Send it again before the time is over, and when the caller moves on; Readers may, too. A caller is in one place of a project.',
      example: { mtoId: exampleIds.line },
      body: presenceInput.schema('create'),
      isReadingOnly: true,
      isVersioned: false,
      success: 204,
    },
    (ctx, { params, body }) => setPresence(ctx, params.projectId, body),
  ),
];
