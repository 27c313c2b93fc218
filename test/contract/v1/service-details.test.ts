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

const create = (serviceType: string, details: unknown = {}) =>
  system.newService(projectId, { serviceType, details });
const at = (serviceId: string) => `/v1/projects/${projectId}/services/${serviceId}`;
const get = (serviceId: string) => system.request('GET', at(serviceId));
const change = (serviceId: string, details: unknown) =>
  system.request('PUT', at(serviceId), { json: { details } });

describe('GET /v1/projects/{projectId}/services/{serviceId}, estimation', () => {
  const details = { estimateClass: '3', estimatePurpose: 'tender', disciplinesIncluded: ['piping', 'civil'] };

  test('200 with versions and takeoff totals, asked once', async () => {
    const { serviceId } = await create('estimation', details);
    const first = await system.request('POST', `${at(serviceId)}/estimations`, { json: {} });
    await system.request('POST', `${at(serviceId)}/estimations`, { json: {} });
    await withTakeoff(system.natsUrl, async (takeoff) => {
      takeoff.services.set(serviceId, {
        totals: { itemCount: 2, totalManHours: '10.5', totalCost: '99.95' },
      });
      const { body } = await get(serviceId);
      expect(body.details).toMatchObject(details);
      expect(body.details.takeoffTotals).toEqual({ itemCount: 2, totalManHours: 10.5, totalCost: 99.95 });
      expect(body.details.estimations.map((one: { versionNumber: number }) => one.versionNumber)).toEqual([
        2, 1,
      ]);
      expect(body.details.estimations[1]).toMatchObject({ id: first.body.id, totals: { lineTotal: 99.95 } });
      expect(body.details.currentEstimationId).toBe(body.details.estimations[0].id);
      expect(body).not.toHaveProperty('unavailable');
      expect(takeoff.asked.totals).toBe(1);
    });
  });

  test('200 the latest approved version is the current one', async () => {
    const { serviceId } = await create('estimation');
    await withTakeoff(system.natsUrl, async () => {
      const json = { status: 'approved' };
      const approved = await system.request('POST', `${at(serviceId)}/estimations`, { json });
      await system.request('POST', `${at(serviceId)}/estimations`, { json: {} });
      expect((await get(serviceId)).body.details.currentEstimationId).toBe(approved.body.id);
    });
  });

  test('200 totals are null and named while takeoff is silent', async () => {
    const { serviceId } = await create('estimation');
    const { status, body } = await get(serviceId);
    expect([status, body.details.takeoffTotals, body.details.currentEstimationId]).toEqual([200, null, null]);
    expect(body.unavailable).toEqual(['details.takeoffTotals']);
  });
});

describe('GET /v1/projects/{projectId}/services/{serviceId}, loan-monitoring', () => {
  test('200 with every key of the variant and the computed figures', async () => {
    const { serviceId } = await create('loan-monitoring', {
      loanAmount: 1_000_000,
      equityAmount: 250_000,
      costToComplete: 900_000,
      draws: [
        {
          drawNumber: 1,
          approvedAmount: 100_000.1,
          status: 'funded',
          equityContribution: 50_000,
          retainageHeld: 10_000,
        },
        { drawNumber: 2, requestedAmount: 5 },
      ],
    });
    const { body } = await get(serviceId);
    expect(body.details).toMatchObject({
      disbursedToDate: 100_000.1,
      undisbursedAmount: 899_999.9,
      inBalance: true,
      lenderName: null,
      inspections: null,
    });
    expect(body.details.draws[1]).toMatchObject({ status: 'submitted', approvedAmount: null });
    expect(body.details).not.toHaveProperty('claimNumber');
  });
});

describe('GET /v1/projects/{projectId}/services/{serviceId}, project-controls', () => {
  test('200 with earned value figures', async () => {
    const { serviceId } = await create('project-controls', {
      budgetAtCompletion: 1000,
      plannedValue: 500,
      earnedValue: 450,
      actualCost: 480,
      actualHours: 11,
      earnedHours: 10,
    });
    expect((await get(serviceId)).body.details).toMatchObject({
      eacMethod: 'cpi',
      costVariance: -30,
      scheduleVariance: -50,
      costPerformanceIndex: 0.9375,
      schedulePerformanceIndex: 0.9,
      estimateAtCompletion: 1066.67,
      estimateToComplete: 586.67,
      varianceAtCompletion: -66.67,
      toCompletePerformanceIndex: 1.0577,
      percentComplete: 45,
      percentSpent: 48,
      productivityFactor: 1.1,
    });
  });
});

describe('GET /v1/projects/{projectId}/services/{serviceId}, claims', () => {
  test('200 with notice deadline and totals of the heads', async () => {
    const { serviceId } = await create('claims', {
      awarenessDate: '2025-01-10',
      noticePeriodDays: 28,
      noticeDate: '2025-02-08',
      heads: [
        { head: 'disruption', claimedAmount: 0.1 },
        { head: 'finance', claimedAmount: 0.2 },
      ],
    });
    expect((await get(serviceId)).body.details).toMatchObject({
      noticeDeadline: '2025-02-07',
      noticeInTime: false,
      claimedTotal: 0.3,
      awardedTotal: null,
    });
  });
});

describe('PUT /v1/projects/{projectId}/services/{serviceId}, details', () => {
  test('200 merge key by key, null clears, arrays are replaced whole', async () => {
    const { serviceId } = await create('claims', {
      claimNumber: 'C-1',
      claimTitle: 'Delay',
      contractClauses: ['8.4', '20.1'],
    });
    const { body } = await change(serviceId, { claimTitle: null, contractClauses: ['8.5'] });
    expect(body.details).toMatchObject({ claimNumber: 'C-1', claimTitle: null, contractClauses: ['8.5'] });
  });

  test('200 unknown keys and computed figures are ignored', async () => {
    const { serviceId } = await create('loan-monitoring', { loanAmount: 10 });
    const sent = { disbursedToDate: 99, inBalance: true, colour: 'red', budgetAtCompletion: 5 };
    const { status, body } = await change(serviceId, { ...sent, equityAmount: 3 });
    expect(status).toBe(200);
    expect(body.details).toMatchObject({
      loanAmount: 10,
      equityAmount: 3,
      disbursedToDate: 0,
      inBalance: null,
    });
    expect(body.details).not.toHaveProperty('colour');
    expect(body.details).not.toHaveProperty('budgetAtCompletion');
  });

  test('200 null empties the details', async () => {
    const { serviceId } = await create('project-controls', { earnedValue: 1, eacMethod: 'manual' });
    const { body } = await change(serviceId, null);
    expect(body.details).toMatchObject({ earnedValue: null, eacMethod: 'cpi' });
  });

  test('400 a repeated draw number', async () => {
    const { serviceId } = await create('loan-monitoring');
    const { status, body } = await change(serviceId, { draws: [{ drawNumber: 4 }, { drawNumber: 4 }] });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      expect.objectContaining({ field: 'details.draws[1].drawNumber', code: 'DUPLICATE' }),
    ]);
  });

  test('409 a draw that skips a status; the listed change and a new draw are accepted', async () => {
    const { serviceId } = await create('loan-monitoring', { draws: [{ drawNumber: 1 }] });
    const { status, body } = await change(serviceId, { draws: [{ drawNumber: 1, status: 'funded' }] });
    expect([status, body.code]).toEqual([409, 'INVALID_STATUS_TRANSITION']);
    expect(body).toMatchObject({ drawNumber: 1, from: 'submitted', allowed: ['under-review', 'rejected'] });
    const draws = [
      { drawNumber: 2, status: 'funded' },
      { drawNumber: 1, status: 'under-review' },
    ];
    expect((await change(serviceId, { draws })).status).toBe(200);
  });

  test('400 faults inside the arrays of a variant', async () => {
    const { serviceId } = await create('claims');
    const { status, body } = await change(serviceId, {
      noticePeriodDays: 366,
      claimedDays: 1.5,
      heads: [{ head: 'lunch', claimedAmount: 0.1234567 }, 5],
      eventDate: '2025-02-30',
    });
    expect(status).toBe(400);
    const faults = body.errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`);
    expect(faults.sort()).toEqual([
      'details.claimedDays TYPE',
      'details.eventDate FORMAT',
      'details.heads[0].claimedAmount FORMAT',
      'details.heads[0].head ENUM',
      'details.heads[1] TYPE',
      'details.noticePeriodDays MAX',
    ]);
  });
});
