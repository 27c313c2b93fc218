import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { commonProjectSystem, type ProjectSystem } from '../../support/project-system';
import { withTakeoff } from '../../support/takeoff-answers';

let system: ProjectSystem;
let projectId: string;

beforeAll(async () => {
  system = await commonProjectSystem();
  ({ projectId } = await system.newProject());
});

afterAll(async () => {
  await system.stop();
});

const statuses = ['draft', 'in-progress', 'completed', 'approved', 'cancelled'];
const listed: Record<string, string[]> = {
  draft: ['in-progress', 'completed', 'approved', 'cancelled'],
  'in-progress': ['draft', 'completed', 'approved', 'cancelled'],
  completed: ['in-progress', 'approved', 'cancelled'],
  approved: ['completed'],
  cancelled: ['draft'],
};

const createIn = (status: string) => system.newService(projectId, { serviceType: 'claims', status });
const put = (serviceId: string, json: unknown) =>
  system.request('PUT', `/v1/projects/${projectId}/services/${serviceId}`, { json });

describe('PUT /v1/projects/{projectId}/services/{serviceId}, status', () => {
  for (const from of statuses) {
    for (const to of statuses) {
      const isListed = from === to || listed[from]?.includes(to);
      test(`${isListed ? 200 : 409} ${from} to ${to}`, async () => {
        const { serviceId } = await createIn(from);
        const { status, body } = await withTakeoff(system.natsUrl, () => put(serviceId, { status: to }));
        if (isListed) expect([status, body.status]).toEqual([200, to]);
        else {
          expect([status, body.code]).toEqual([409, 'INVALID_STATUS_TRANSITION']);
          expect(body).toMatchObject({ from, to, allowed: listed[from] });
        }
      });
    }
  }

  test('200 approval is stamped, withdrawing it clears the stamp and keeps the completion', async () => {
    const { serviceId } = await createIn('completed');
    const approved = await withTakeoff(system.natsUrl, () => put(serviceId, { status: 'approved' }));
    expect(approved.body.approvedBy).toBe('tester');
    expect(Date.parse(approved.body.approvedAt)).toBeGreaterThan(0);
    const { body } = await put(serviceId, { status: 'completed' });
    expect(body).toMatchObject({
      approvedAt: null,
      approvedBy: null,
      completedAt: approved.body.completedAt,
    });
    expect((await put(serviceId, { status: 'in-progress' })).body.completedAt).toBeNull();
  });

  test('200 a whole approved record sent back with another status', async () => {
    const approved = await createIn('approved');
    const { status, body } = await put(approved.serviceId, { ...approved, status: 'completed' });
    expect([status, body.status]).toEqual([200, 'completed']);
  });

  test.each([
    ['another field', { remarks: 'x' }],
    ['details', { details: { claimNumber: '1' } }],
    ['a field together with the status', { status: 'completed', name: 'x' }],
  ])('409 an approved service is read-only: %s', async (_case, json) => {
    const { serviceId } = await createIn('approved');
    const { status, body } = await put(serviceId, json);
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('409 approving while an import is queued or running', async () => {
    const { serviceId } = await createIn('completed');
    await withTakeoff(system.natsUrl, async (takeoff) => {
      takeoff.services.set(serviceId, { imports: 1 });
      const { status, body } = await put(serviceId, { status: 'approved' });
      expect([status, body.code]).toEqual([409, 'IMPORT_RUNNING']);
      takeoff.services.set(serviceId, { imports: 0 });
      expect((await put(serviceId, { status: 'approved' })).status).toBe(200);
    });
  });

  test('503 approving while takeoff is silent changes nothing', async () => {
    const { serviceId } = await createIn('completed');
    const { status, body, headers } = await put(serviceId, { status: 'approved' });
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await put(serviceId, { status: 'completed' })).body.status).toBe('completed');
  });
});
