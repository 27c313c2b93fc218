import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getProject } from '@consulting/kernel/contracts/clients-projects';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { startNats } from '@consulting/local/nats/nats';
import { natsUsers } from '@consulting/local/nats/users';
import type { RunningServer } from '@consulting/local/process/server';
import { allSubjects, type MessagesOf, messagesOf, services } from '../support/message-contracts';
import { NatsLine } from '../support/nats-line';

const names = ['streams', 'gateway', ...services];
const users = natsUsers();
const storeDir = mkdtempSync(join(tmpdir(), 'consulting-permissions-'));
let server: RunningServer;
let messages: Map<string, MessagesOf>;
let contracts: string[];

beforeAll(async () => {
  server = await startNats({ storeDir, users });
  messages = new Map(
    await Promise.all(services.map(async (name) => [name, await messagesOf(name)] as const)),
  );
  contracts = await allSubjects();
});
afterAll(async () => {
  await server.stop();
  rmSync(storeDir, { recursive: true, force: true });
});

const open = (user: string) => NatsLine.open(users.urlFor(user, server.url));
const jobsOf = (user: string) => contracts.filter((subject) => subject.startsWith(`job.${user}.`));
const answersAny = (user: string) => contracts.some((subject) => subject.startsWith(`rpc.${user}.`));
const asksOf = (user: string, owner: string) =>
  messages.get(user)?.asks.some((subject) => subject.startsWith(`rpc.${owner}.`)) ?? false;

const streamVerbs = 'INFO CREATE UPDATE DELETE PURGE SNAPSHOT RESTORE MSG.GET MSG.DELETE LEADER.STEPDOWN';
const ofStream = (verb: string) => `$JS.API.STREAM.${verb}.EVENTS`;
const elsewhere = [
  ...['$JS.API.INFO', '$JS.API.STREAM.NAMES', '$JS.API.STREAM.LIST', '$JS.API.STREAM.CREATE.OTHER'],
  ...['$JS.API.DIRECT.GET.EVENTS', '$JS.API.CONSUMER.NAMES.EVENTS', '$JS.API.CONSUMER.LIST.EVENTS'],
  ...['$JS.API.CONSUMER.CREATE.EVENTS', '$SYS.REQ.SERVER.PING', '$SYS.REQ.USER.INFO', 'evt.unknown.thing'],
  ...['rpc.unknown.thing', 'job.unknown.thing', '_INBOX.reply', '$JS.FC.EVENTS.crews-of-project.x'],
];

const ofConsumer = (verb: string, durable: string) => `$JS.API.CONSUMER.${verb}.EVENTS.${durable}`;
const ackOf = (durable: string) => `$JS.ACK.EVENTS.${durable}.1.1.1.1.0`;
const consumerVerbs = ['INFO', 'MSG.NEXT', 'DELETE'];
const otherVerbs = ['CREATE', 'DURABLE.CREATE', 'PAUSE', 'UNPIN', 'LEADER.STEPDOWN'];
const inboxOf = (asker: string, owner: string) => `_INBOX_${asker}.${owner}.reply`;

/** Everything that somebody might try to publish to. */
function subjectsToPublish(): string[] {
  const events = contracts.filter((subject) => subject.startsWith('evt.'));
  const durables = [...messages.values()].flatMap(({ hears }) => hears.map(({ durable }) => durable));
  return [
    ...contracts,
    ...streamVerbs.split(' ').map(ofStream),
    ...elsewhere,
    ...names.flatMap((asker) => [...names, 'other'].map((owner) => inboxOf(asker, owner))),
    ...durables.flatMap((durable) => [
      ...[...consumerVerbs, ...otherVerbs].map((verb) => ofConsumer(verb, durable)),
      ...[...events, 'evt.>'].map((subject) => ofConsumer('CREATE', `${durable}.${subject}`)),
      ackOf(durable),
    ]),
  ];
}

/** What a user needs, by what its sources say, and therefore all that it may publish to. */
function neededToPublish(user: string): string[] {
  if (user === 'streams') return ['INFO', 'CREATE', 'UPDATE'].map(ofStream);
  if (user === 'gateway') return [];
  const { asks, hears } = messages.get(user) as MessagesOf;
  return [
    ...contracts.filter((subject) => subject.startsWith(`evt.${user}.`)),
    ...jobsOf(user),
    ...asks,
    ofStream('INFO'),
    ...services.filter((asker) => asksOf(asker, user)).map((asker) => inboxOf(asker, user)),
    ...hears.flatMap(({ durable, subject }) => [
      ofConsumer('CREATE', `${durable}.${subject}`),
      ...consumerVerbs.map((verb) => ofConsumer(verb, durable)),
      ackOf(durable),
    ]),
  ];
}

function neededToSubscribe(user: string): string[] {
  if (user === 'gateway') return ['evt.identity.access.changed', 'evt.identity.api-key.revoked'];
  return [...(answersAny(user) ? [`rpc.${user}.>`] : []), ...jobsOf(user), `_INBOX_${user}.>`];
}

describe('what each user of NATS may do', () => {
  test.each(names)('%s publishes to what its sources need, and to nothing else', async (user) => {
    const line = await open(user);
    const all = subjectsToPublish();
    const refused = new Set(await line.refusedToPublish(all));
    line.close();
    const allowed = all.filter((subject) => !refused.has(subject));
    expect(allowed.toSorted()).toEqual(neededToPublish(user).toSorted());
  });

  test.each(names)('%s hears what its sources need, and nothing else', async (user) => {
    const line = await open(user);
    const wide = ['>', '*', '*.>', 'evt.>', 'rpc.>', 'job.>', '$JS.>', '$JS.EVENT.>', '$SYS.>', '_INBOX.>'];
    const ofOthers = names.flatMap((name) => [`rpc.${name}.>`, `evt.${name}.>`, `_INBOX_${name}.>`]);
    const wanted = contracts.filter((subject) => !subject.startsWith('rpc.'));
    const all = [...wide, ...ofOthers, ...wanted];
    const refused = new Set(await line.refusedToSubscribe(all));
    line.close();
    expect(all.filter((subject) => !refused.has(subject)).toSorted()).toEqual(
      neededToSubscribe(user).toSorted(),
    );
  });

  test('nobody without a user, and nobody with a wrong password', async () => {
    for (const url of [server.url, server.url.replace('://', '://mto:wrong@')]) {
      const line = await NatsLine.open(url);
      expect(await line.say(['PUB evt.clients-projects.project.deleted 2\r\n{}'])).toContain(
        "-ERR 'Authorization Violation'",
      );
      line.close();
    }
  });
});

describe('what the server holds a service to within its own consumers', () => {
  const durable = 'mto-lines-of-project';
  const subject = 'evt.clients-projects.project.deleted';
  const create = ofConsumer('CREATE', `${durable}.${subject}`);
  const own = { durable_name: durable, name: durable, ack_policy: 'explicit' };

  test.each([
    ['another event', { ...own, filter_subject: 'evt.identity.api-key.revoked' }],
    ['every event', { ...own, filter_subject: 'evt.>' }],
    ['no event', own],
    ['several events', { ...own, filter_subjects: [subject, 'evt.>'] }],
    [
      'another consumer',
      { ...own, name: 'crews-of-project', durable_name: 'crews-of-project', filter_subject: subject },
    ],
  ])('a body that names %s: refused', async (_, config) => {
    const line = await open('mto');
    const { error } = await line.request(create, { stream_name: 'EVENTS', config }, '_INBOX_mto.a.b');
    expect(error?.code).toBe(400);
    line.close();
  });

  test('a body that names its own event: made', async () => {
    const line = await open('mto');
    const config = { ...own, filter_subject: subject };
    const made = await line.request(create, { stream_name: 'EVENTS', config }, '_INBOX_mto.a.b');
    expect(made.config).toMatchObject({ durable_name: durable, filter_subject: subject });
    line.close();
  });
});

test('a question whose reply would purge the stream: the answer is refused, the event stays', async () => {
  const [asking, streams] = await Promise.all([open('mto'), open('streams')]);
  const owner = connectBus({
    url: users.urlFor('clients-projects', server.url),
    name: 'clients-projects',
    log: serviceLog(),
  });
  const answered = Promise.withResolvers<void>();
  owner.answer(getProject, async () => {
    setTimeout(answered.resolve, 0);
    return { project: null };
  });
  await new Promise<void>((heard) => owner.onConnected(heard));
  await owner.publish('evt.clients-projects.project.deleted', { projectId: 'p' }, crypto.randomUUID());
  const body = '{"projectId":"p"}';
  await asking.say([`PUB ${getProject.subject} ${ofStream('PURGE')} ${body.length}\r\n${body}`]);
  await answered.promise;
  await owner.streamBirth();
  const { state } = await streams.request(ofStream('INFO'), undefined, '_INBOX_streams.a.b');
  expect(state.messages).toBeGreaterThanOrEqual(1);
  for (const line of [asking, streams]) line.close();
  await owner.close();
});
