import { afterAll, describe, expect, test } from 'bun:test';
import { commonReviewedLines, lines } from '../../support/reviewed-lines';

const { system, projectWith, call, read, found } = await commonReviewedLines();

afterAll(() => system.stop());

describe('GET /api/v1/mto/project/{projectId}/review: class, shares and contingency', () => {
  const reports = (service: string, estimateClass: string) => {
    const basis = {
      estimateClass,
      accuracyLowPercent: null,
      accuracyHighPercent: null,
      estimatePurpose: null,
    };
    const texts = { estimateMethod: null, baseDate: null, basisOfEstimate: null };
    system.records.reports.set(service, { basis: { ...basis, ...texts } });
  };

  for (const [code, change] of [
    ['LOW_CONFIDENCE_SHARE', { confidence: 'low' }],
    ['FACTORED_SHARE', { quantitySource: 'factored' }],
    ['FACTORED_SHARE', { priceSource: 'assumed' }],
  ] as const)
    test(`200 ${code} depends on what the class allows: ${Object.keys(change)}`, async () => {
      const { own, service } = await projectWith(...lines({}, {}, change));
      expect(await found(own, code)).toBeNull();
      for (const [estimateClass, isFound] of [
        ['5', false],
        ['4', false],
        ['3', true],
        ['1', true],
      ] as const) {
        reports(service, estimateClass);
        expect(await found(own, code)).toEqual(isFound ? { count: 1, lines: [3] } : null);
      }
    });

  test('200 shares are those of each service', async () => {
    const { own, service } = await projectWith(...lines({}, { confidence: 'low' }));
    const other = system.records.addService(own);
    const [line] = lines({ confidence: 'low' });
    await call('POST', '/mto', { json: { ...line, itemNumber: 9, projectId: own, serviceId: other } });
    reports(service, '5');
    reports(other, '1');
    expect(await found(own, 'LOW_CONFIDENCE_SHARE')).toEqual({ count: 1, lines: [9] });
  });

  test('200 CLASS_UNSUPPORTED is a class that the deliverables do not support', async () => {
    const { own, service } = await projectWith(...lines({}));
    const deliverables = [{ key: 'plotPlan', maturity: 'preliminary' as const }];
    const isFound = async () =>
      (await read(own)).checks.some(
        ({ code, severity }) => code === 'CLASS_UNSUPPORTED' && severity === 'blocker',
      );
    reports(service, '3');
    expect(await isFound()).toBe(false);
    system.records.basis.set(service, { supports: '4', deliverables });
    expect(await isFound()).toBe(true);
    reports(service, '4');
    expect(await isFound()).toBe(false);
    system.records.basis.set(service, { supports: null, deliverables });
    expect(await isFound()).toBe(true);
    system.records.basis.set(service, { supports: null, deliverables: [] });
    expect(await isFound()).toBe(false);
  });

  test('200 CONTINGENCY_MISSING is of estimates that have none at all', async () => {
    const { own } = await projectWith(...lines({}, {}));
    expect(await found(own, 'CONTINGENCY_MISSING')).toEqual({ count: 2, lines: [1, 2] });
    const { own: other } = await projectWith(...lines({}, { contingencyPercent: 5 }));
    expect(await found(other, 'CONTINGENCY_MISSING')).toBeNull();
  });
});
