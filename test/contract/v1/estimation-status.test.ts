import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { commonProjectSystem, type ProjectSystem } from '../../support/project-system';
import { withTakeoff } from '../../support/takeoff-answers';

let system: ProjectSystem;
let path: string;

beforeAll(async () => {
  system = await commonProjectSystem();
});

afterAll(async () => {
  await system.stop();
});

beforeEach(async () => {
  const { projectId } = await system.newProject();
  const { serviceId } = await system.newService(projectId);
  path = `/v1/projects/${projectId}/services/${serviceId}/estimations`;
});

const post = (json: unknown = {}) => system.request('POST', path, { json });
const put = (id: string, json: unknown) => system.request('PUT', `${path}/${id}`, { json });

describe('PUT /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}: status', () => {
  const statuses = ['draft', 'in-review', 'approved', 'superseded', 'withdrawn'];
  const listed: Record<string, string[]> = {
    draft: ['in-review', 'approved', 'withdrawn'],
    'in-review': ['draft', 'approved', 'withdrawn'],
    approved: [],
    superseded: [],
    withdrawn: ['draft'],
  };

  const createIn = async (status: string) => {
    const { body } = await post({ status: status === 'superseded' ? 'approved' : status });
    if (status === 'superseded') await post({ status: 'approved' });
    return body.id;
  };

  for (const from of statuses) {
    for (const to of statuses) {
      const isListed = from === to || listed[from]?.includes(to);
      test(`${isListed ? 200 : 409} ${from} to ${to}`, async () => {
        await withTakeoff(system.natsUrl, async () => {
          const { status, body } = await put(await createIn(from), { status: to });
          if (isListed) expect([status, body.status]).toEqual([200, to]);
          else {
            expect([status, body.code]).toEqual([409, 'INVALID_STATUS_TRANSITION']);
            expect(body.allowed).toEqual(listed[from]);
          }
        });
      });
    }
  }
});
