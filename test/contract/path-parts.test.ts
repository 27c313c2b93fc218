import { afterAll, beforeAll, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { identity } from '@consulting/identity/service';
import { mto } from '@consulting/mto/service';
import { unknownId } from '../support/project-system';
import { type ServiceUnderTest, startTestSystem, type TestSystem } from '../support/system';

const definitions = [clientsProjects, crewsRates, mto, equipmentWbs, identity];

let system: TestSystem;
let started: ServiceUnderTest[];

beforeAll(async () => {
  system = await startTestSystem(definitions);
  started = await Promise.all(definitions.map((one) => system.start(one as never)));
});

afterAll(() => system.stop());

/** Every path of the operation in which one part is replaced and the others name nothing. */
function pathsWith(template: string, part: string): string[] {
  const names = template.match(/\{\w+\}/g) ?? [];
  return names.map((name) => template.replace(name, part).replace(/\{\w+\}/g, unknownId));
}

test.each(['%00', 'a%00b', '%ED%A0%80', '%ff', '%zz'])(
  'a part %p that no record can have is 404 in every path with parts',
  async (part) => {
    let asked = 0;
    for (const { request } of started) {
      const { body } = await request('GET', '/openapi.json');
      for (const [template, methods] of Object.entries(body.paths as Record<string, object>))
        for (const path of pathsWith(template, part))
          for (const method of Object.keys(methods)) {
            const answer = await request(method.toUpperCase(), path, method === 'get' ? {} : { json: {} });
            const { code, resource } = answer.body;
            expect([method, path, answer.status, code, resource]).toEqual([
              method,
              path,
              404,
              'NOT_FOUND',
              'path',
            ]);
            asked += 1;
          }
    }
    expect(asked).toBeGreaterThan(60);
  },
);
