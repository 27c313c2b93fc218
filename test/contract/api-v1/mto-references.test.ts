import { afterAll, describe, expect, test } from 'bun:test';
import { commonTakeoffLines, faultsOf } from '../../support/takeoff-lines';

const { system, pipe, post, projectId, serviceId, stored } = await commonTakeoffLines();

afterAll(() => system.stop());

describe('POST /api/v1/mto: crews, WBS codes, subcontractors, currency', () => {
  test('201 takes the rates of the crew, its code compared ignoring case', async () => {
    system.records.addCrew(serviceId, { crewCode: 'PF-01' });
    const body = await stored({ crewCode: 'pf-01', unitManHours: 1 });
    expect(body).toMatchObject({
      crewCode: 'pf-01',
      crewRateMatched: true,
      labourRateSource: 'crew',
      labourRateBasis: 'all-in-with-indirects',
      labourRate: 149.9556,
      equipmentRate: 13.2771,
      crewSize: 8,
      crewHours: 1.25,
      labourCost: 1499.56,
      equipmentCost: 132.77,
    });
  });

  test('201 a labour rate without a source is manual and no rate of the crew replaces anything', async () => {
    system.records.addCrew(serviceId, { crewCode: 'PF-02' });
    const body = await stored({ crewCode: 'PF-02', labourRate: 99 });
    expect(body).toMatchObject({ crewRateMatched: true, labourRateSource: 'manual', labourRate: 99 });
    expect(body).toMatchObject({ equipmentRate: null, crewSize: null, labourRateBasis: null });
  });

  test('201 an explicit source crew lets the crew replace the rate', async () => {
    system.records.addCrew(serviceId, { crewCode: 'PF-03' });
    const body = await stored({ crewCode: 'PF-03', labourRate: 99, labourRateSource: 'crew' });
    expect(body).toMatchObject({ labourRateSource: 'crew', labourRate: 149.9556 });
  });

  test('201 an incomplete crew matches and leaves the rates', async () => {
    system.records.addCrew(serviceId, {
      crewCode: 'PF-04',
      labourRate: null,
      equipmentRate: null,
      crewSize: null,
    });
    const body = await stored({ crewCode: 'PF-04', totalCost: 500 });
    expect(body).toMatchObject({
      crewRateMatched: true,
      labourRate: null,
      totalCostOverride: 500,
      totalCost: 500,
    });
  });

  test('201 accepts an unknown crew and the crew of another service as unmatched', async () => {
    system.records.addCrew(system.records.addService(projectId), { crewCode: 'ELSEWHERE' });
    expect(await stored({ crewCode: 'NO-SUCH' })).toMatchObject({ crewRateMatched: false, labourRate: null });
    expect(await stored({ crewCode: 'ELSEWHERE' })).toMatchObject({ crewRateMatched: false });
  });

  test('201 wbsMatched tells whether the WBS code is known', async () => {
    system.records.addWbsCode(projectId, '30.50');
    expect(await stored({ wbsCode: '30.50' })).toMatchObject({ wbsMatched: true });
    expect(await stored({ wbsCode: '99.99' })).toMatchObject({ wbsMatched: false, wbsCode: '99.99' });
    expect(await stored({ wbsCode: '  ' })).toMatchObject({ wbsMatched: false, wbsCode: null });
  });

  test('201 a subcontractor of the project', async () => {
    const subcontractorId = system.records.addSubcontractor(projectId);
    expect(await stored({ subcontractorId: subcontractorId.toUpperCase() })).toMatchObject({
      subcontractorId,
    });
  });

  test('422 REFERENCE for a subcontractor of another project and a currency that is not the project’s', async () => {
    const subcontractorId = system.records.addSubcontractor(system.records.addProject());
    const answer = await post(pipe({ subcontractorId, currency: 'USD' }));
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(['currency REFERENCE', 'subcontractorId REFERENCE']);
  });

  test('503 when a crew or WBS code cannot be looked up, and 201 for a line that names none', async () => {
    await system.without('crews-rates', async () => {
      expect((await post(pipe({ crewCode: 'PF-01' }))).status).toBe(503);
      expect((await post(pipe())).status).toBe(201);
    });
    await system.without('equipment-wbs', async () => {
      expect((await post(pipe({ wbsCode: '1' }))).status).toBe(503);
      expect((await post(pipe())).status).toBe(201);
    });
  });
});
