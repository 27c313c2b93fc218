import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { type Caller, keyCaller } from '@consulting/kernel/process';
import { commonProjectSystem, type ProjectSystem } from '../../support/project-system';
import { callerSecret } from '../../support/system';
import { withTakeoff } from '../../support/takeoff-answers';

let system: ProjectSystem;
let path: string;

const sign = createCallerSigner(callerSecret);
const ana = keyCaller('11111111-1111-4111-8111-111111111111', 'Ana', 'Contributor');
const anasChild = keyCaller('22222222-2222-4222-8222-222222222222', 'CI', 'Contributor', ana.id);
const ben = keyCaller('33333333-3333-4333-8333-333333333333', 'Ben', 'Contributor');

beforeAll(async () => {
  system = await commonProjectSystem();
});

afterAll(() => system.stop());

beforeEach(() => useService());

async function useService(details: object = {}): Promise<void> {
  const { projectId } = await system.newProject();
  const { serviceId } = await system.newService(projectId, { details });
  path = `/v1/projects/${projectId}/services/${serviceId}/estimations`;
}

const as = async (caller: Caller, method: string, place: string, json: unknown) =>
  system.request(method, place, { json, headers: { [callerHeader]: await sign(caller) } });

const put = (caller: Caller, id: string, json: unknown) => as(caller, 'PUT', `${path}/${id}`, json);

const create = async (json: object = {}, caller = ana): Promise<string> => {
  const { status, body } = await as(caller, 'POST', path, json);
  expect(status).toBe(201);
  return body.id;
};

const inTakeoff = (run: () => Promise<void>) => () => withTakeoff(system.natsUrl, run);

const refused = { status: 409, body: { code: 'SECOND_PERSON_REQUIRED' } };

describe('PUT /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}: approval', () => {
  test(
    '200 approved with a comment that stays with the version',
    inTakeoff(async () => {
      const id = await create({ status: 'in-review' });
      const { status, body } = await put(ben, id, {
        status: 'approved',
        approvalComment: ' Quotes are in. ',
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        submittedBy: 'key:Ana',
        approvedBy: 'key:Ben',
        approvalComment: 'Quotes are in.',
      });
      expect(body.submittedAt).not.toBeNull();
      expect(body).not.toHaveProperty('submittedById');
    }),
  );

  test(
    '200 an approval is withdrawn with a comment; who submitted the version stays',
    inTakeoff(async () => {
      const id = await create({ status: 'in-review' });
      await put(ben, id, { status: 'approved' });
      const { status, body } = await put(ben, id, {
        status: 'in-review',
        approvalComment: 'A line is missing.',
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'in-review',
        submittedBy: 'key:Ana',
        approvedBy: null,
        approvedAt: null,
        approvalComment: 'A line is missing.',
      });
      const again = await put(ben, id, { status: 'approved' });
      expect(again.body).toMatchObject({ status: 'approved', approvalComment: null });
    }),
  );

  for (const approvalComment of [undefined, null, '  '])
    test(
      `409 an approval is withdrawn with the comment ${JSON.stringify(approvalComment)}`,
      inTakeoff(async () => {
        const id = await create({ status: 'approved' });
        const { status, body } = await put(ana, id, { status: 'in-review', approvalComment });
        expect([status, body.code, body.allowed]).toEqual([409, 'INVALID_STATUS_TRANSITION', []]);
      }),
    );

  for (const status of ['draft', 'in-review', 'withdrawn'])
    test(
      `400 a comment without an approval while ${status}`,
      inTakeoff(async () => {
        const answer = await put(ana, await create({ status }), { approvalComment: 'Fine.' });
        expect(answer.status).toBe(400);
        expect(answer.body.errors).toMatchObject([{ field: 'approvalComment', code: 'READ_ONLY' }]);
      }),
    );

  test(
    '400 a comment of more than 2,000 characters',
    inTakeoff(async () => {
      const id = await create();
      const { status, body } = await put(ana, id, { status: 'approved', approvalComment: 'x'.repeat(2001) });
      expect([status, body.errors[0].field]).toEqual([400, 'approvalComment']);
    }),
  );
});

describe('PUT /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}: second person', () => {
  test(
    '200 approved by another caller than the one who moved it to in-review',
    inTakeoff(async () => {
      await useService({ requireSecondPerson: true });
      const id = await create();
      await put(ana, id, { status: 'in-review' });
      expect(await put(ana, id, { status: 'approved' })).toMatchObject({
        ...refused,
        body: { submittedBy: 'key:Ana' },
      });
      expect((await put(ben, id, { status: 'approved' })).status).toBe(200);
    }),
  );

  test(
    '409 approved by a key that counts as the caller who moved it to in-review',
    inTakeoff(async () => {
      await useService({ requireSecondPerson: true });
      const id = await create({ status: 'in-review' });
      expect(await put(anasChild, id, { status: 'approved' })).toMatchObject(refused);
    }),
  );

  test(
    '409 approved from draft, which nobody moved to in-review',
    inTakeoff(async () => {
      await useService({ requireSecondPerson: true });
      const id = await create();
      expect(await put(ben, id, { status: 'approved' })).toMatchObject({
        ...refused,
        body: { submittedBy: null },
      });
      expect((await system.request('GET', `${path}/${id}`)).body.status).toBe('draft');
    }),
  );

  test(
    '409 created approved',
    inTakeoff(async () => {
      await useService({ requireSecondPerson: true });
      expect(await as(ana, 'POST', path, { status: 'approved' })).toMatchObject(refused);
    }),
  );

  test(
    '409 a version with an approver is approved by the one who moved it to in-review',
    inTakeoff(async () => {
      const id = await create({ status: 'in-review', preparedBy: 'Ana', approver: 'Ben' });
      expect(await put(ana, id, { status: 'approved' })).toMatchObject(refused);
      expect((await put(ben, id, { status: 'approved' })).status).toBe(200);
    }),
  );

  test(
    '400 the approver is the person who prepared the version',
    inTakeoff(async () => {
      const id = await create({ preparedBy: 'Ana Lopez' });
      const { status, body } = await put(ana, id, { approver: 'ana lopez' });
      expect([status, body.errors[0].field]).toEqual([400, 'approver']);
    }),
  );

  test(
    '200 the approver may be named while in review',
    inTakeoff(async () => {
      const id = await create({ status: 'in-review' });
      expect((await put(ana, id, { approver: 'Ben' })).body.approver).toBe('Ben');
    }),
  );
});
