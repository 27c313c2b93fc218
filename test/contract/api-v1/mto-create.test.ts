import { afterAll, describe, expect, test } from 'bun:test';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

const { call, system, pipe, post, projectId, serviceId, stored } = await commonTakeoffLines();

afterAll(() => system.stop());

describe('POST /api/v1/mto', () => {
  test('201 returns every registry key of the discipline, computed figures and server keys', async () => {
    const answer = await post(
      pipe({ unitManHours: 1.2, labourRate: 50, nominalPipeSize: 8, buttWeldShopCount: 3 }),
    );
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toBe('"1"');
    const { body } = answer;
    for (const { key } of fieldsOf('piping')) expect(body).toHaveProperty(key);
    expect(body).toMatchObject({ id: body.mtoId, version: 1, createdBy: 'tester', updatedBy: 'tester' });
    expect(body).toMatchObject({ crewRateMatched: false, wbsMatched: false, importTaskId: null });
    expect(body).toMatchObject({ totalManHours: 12, labourCost: 600, totalCost: 600, unitCost: 60 });
    expect(body).toMatchObject({ shopDiaInch: 24, totalDiaInch: 24, tag: null, valveWeight: null });
    expect(body).toMatchObject({ currency: 'CAD', labourRateSource: 'manual' });
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(body).not.toHaveProperty('attributes');
  });

  test.each([
    'electrical_equipment',
    'mechanical_equipment',
    'bulk_electrical',
    'instrumentation',
    'civil',
    'concrete',
    'structural',
    'architectural',
  ] as const)('201 for a line of %s with its own keys only', async (discipline) => {
    const { status, body } = await post(pipe({ discipline }));
    expect(status).toBe(201);
    const server = [
      'id',
      'mtoId',
      'version',
      'crewRateMatched',
      'wbsMatched',
      'importTaskId',
      'pricing',
      'createdAt',
      'updatedAt',
      'createdBy',
      'updatedBy',
    ];
    const keys = [...fieldsOf(discipline).map(({ key }) => key), ...server];
    expect(Object.keys(body).sort()).toEqual(keys.sort());
  });

  test('201 keeps what it is given: text trimmed, exact numbers, dates, booleans, enums', async () => {
    const body = await stored({
      description: '  8" pipe, Grösse ≥ 200 — 管 ',
      quantity: 123456789012.123456,
      takeoffDate: '2025-02-28',
      sourService: true,
      materialGroup: 'carbon-steel',
      workElevation: -3.000001,
    });
    expect(body).toMatchObject({
      description: '8" pipe, Grösse ≥ 200 — 管',
      quantity: 123456789012.123456,
      takeoffDate: '2025-02-28',
      sourService: true,
      materialGroup: 'carbon-steel',
      workElevation: -3.000001,
    });
  });

  test('201 ignores server and computed keys, so that a line that was read can be sent as it is', async () => {
    const first = await stored({ unitManHours: 2, labourRate: 10 });
    const { status, body } = await post({ ...first, quantity: 20 });
    expect(status).toBe(201);
    expect(body.mtoId).not.toBe(first.mtoId);
    expect(body).toMatchObject({ quantity: 20, totalCost: 400, totalCostOverride: null });
  });

  test('201 (15.2 b) keeps the total of a line without cost inputs as its override', async () => {
    expect(await stored({ totalCost: 900 })).toMatchObject({
      totalCostOverride: 900,
      totalCost: 900,
      unitCost: 90,
    });
  });

  test('201 (15.2 c) ignores the total of a line with cost inputs, whatever it is', async () => {
    const body = await stored({ totalCost: 1e300, materialUnitPrice: 2.5 });
    expect(body).toMatchObject({ totalCostOverride: null, totalCost: 25 });
  });

  test('422 for a totalCost that is no number, also where it would be ignored', async () => {
    const answer = await post(pipe({ totalCost: '900', materialUnitPrice: 2.5 }));
    expect([answer.status, faultsOf(answer)]).toEqual([422, ['totalCost TYPE']]);
  });

  test('201 (15.2 a) takes totalCostOverride before totalCost', async () => {
    const body = await stored({ totalCostOverride: 77, totalCost: 900, materialUnitPrice: 2.5 });
    expect(body).toMatchObject({ totalCostOverride: 77, totalCost: 77 });
    expect(await stored({ totalCostOverride: null, totalCost: 900 })).toMatchObject({ totalCost: 0 });
  });

  test('422 for a total that would be stored but is out of range', async () => {
    const answer = await post(pipe({ totalCost: 1e13 }));
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(['totalCost MAX']);
  });

  test('422 names every fault at once', async () => {
    const answer = await post({
      projectId: 'x',
      discipline: 'piping',
      quantity: -1,
      description: 'x'.repeat(10_001),
      itemNumber: 1.5,
      takeoffDate: '2025-02-30',
      scopeType: 'Base',
      sourService: 'yes',
      designPressure: 1e12,
      workElevation: 0.0000001,
      currency: 'CAX',
      subcontractorId: 'none',
      tag: 'a\u0000b',
      wasteFactorPercent: 101,
      unknownKey: 1,
      rebarWeight: 5,
    });
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('VALIDATION_ERROR');
    expect(faultsOf(answer)).toEqual([
      'currency FORMAT',
      'description MAX_LENGTH',
      'designPressure MAX',
      'itemNumber TYPE',
      'projectId FORMAT',
      'quantity MIN',
      'rebarWeight UNKNOWN_FIELD',
      'scopeType ENUM',
      'serviceId REQUIRED',
      'sourService TYPE',
      'subcontractorId FORMAT',
      'tag INVALID_CHARACTER',
      'takeoffDate FORMAT',
      'unknownKey UNKNOWN_FIELD',
      'wasteFactorPercent MAX',
      'workElevation FORMAT',
    ]);
  });

  test('422 without a discipline says so and nothing of keys that some discipline has', async () => {
    const answer = await post({
      projectId,
      serviceId,
      quantity: 1,
      rebarWeight: 5,
      nominalPipeSize: 'x',
      nope: 1,
    });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(['discipline REQUIRED', 'nope UNKNOWN_FIELD']);
    expect(faultsOf(await post(pipe({ discipline: 'plumbing' })))).toEqual(['discipline ENUM']);
    expect(faultsOf(await post(pipe({ discipline: ['piping'] })))).toEqual(['discipline ENUM']);
  });

  test.each([[[]], ['text'], [5], [null]])('422 for a body that is no object: %p', async (json) => {
    expect((await post(json)).status).toBe(422);
  });

  test('422 for keys that only look known', async () => {
    const json = JSON.parse(`{"__proto__":{"quantity":1},"constructor":1,"toString":2}`);
    expect(faultsOf(await post({ ...pipe(), ...json, constructor: 1 }))).toContain(
      'constructor UNKNOWN_FIELD',
    );
  });

  test('404 for an unknown service, a service of another project and an unknown project', async () => {
    const other = system.records.addProject();
    for (const wrong of [{ serviceId: unknownId }, { projectId: other }, { projectId: unknownId }]) {
      const answer = await post(pipe(wrong));
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: 'NOT_FOUND', resource: 'service' });
    }
  });

  test('409 SERVICE_APPROVED', async () => {
    const approved = system.records.addService(projectId, 'approved');
    const answer = await post(pipe({ serviceId: approved }));
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('SERVICE_APPROVED');
  });

  test('400 INVALID_JSON', async () => {
    const request = { json: undefined, headers: { 'content-type': 'application/json' } };
    expect((await call('POST', '/mto', request)).body.code).toBe('INVALID_JSON');
  });

  test('415 for another media type', async () => {
    expect((await post({}, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('503 when the owner of the service does not answer', async () => {
    const answer = await system.without('clients-projects', () => post(pipe()));
    expect(answer.status).toBe(503);
    expect(answer.body.code).toBe('DEPENDENCY_UNAVAILABLE');
    expect(answer.headers.get('retry-after')).not.toBeNull();
  });

  test('201 once for two requests with one Idempotency-Key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await post(pipe({ tag: 'ONCE' }), key), await post(pipe({ tag: 'ONCE' }), key)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('etag')).toBe('"1"');
    expect((await post(pipe({ tag: 'OTHER' }), key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});
