import { describe, expect, test } from 'bun:test';
import { claimsFigures } from './claims';

const head = (claimedAmount: number | null, assessedAmount: number | null = null) => ({
  head: 'prolongation' as const,
  claimedAmount,
  assessedAmount,
  awardedAmount: null,
  comments: null,
});

describe('claimsFigures', () => {
  test('the notice period runs from the awareness date', () => {
    const claim = { eventDate: '2024-01-01', awarenessDate: '2024-02-15', noticePeriodDays: 28 };
    expect(claimsFigures(claim).noticeDeadline).toBe('2024-03-14');
  });

  test('without an awareness date it runs from the event', () => {
    expect(claimsFigures({ eventDate: '2025-12-20', noticePeriodDays: 28 }).noticeDeadline).toBe(
      '2026-01-17',
    );
  });

  test('a period of 0 days ends on the day itself', () => {
    expect(claimsFigures({ eventDate: '2025-03-30', noticePeriodDays: 0 }).noticeDeadline).toBe('2025-03-30');
  });

  test('notice on the deadline is in time, a day later is not', () => {
    const claim = { eventDate: '2025-01-01', noticePeriodDays: 10 };
    expect(claimsFigures({ ...claim, noticeDate: '2025-01-11' }).noticeInTime).toBe(true);
    expect(claimsFigures({ ...claim, noticeDate: '2025-01-12' }).noticeInTime).toBe(false);
  });

  test('deadline and timeliness are unknown without a date, a period or a notice', () => {
    expect(claimsFigures({ noticePeriodDays: 28, noticeDate: '2025-01-01' })).toMatchObject({
      noticeDeadline: null,
      noticeInTime: null,
    });
    expect(claimsFigures({ eventDate: '2025-01-01' }).noticeDeadline).toBeNull();
    expect(claimsFigures({ eventDate: '2025-01-01', noticePeriodDays: 1 }).noticeInTime).toBeNull();
  });

  test('a deadline past the last date that can be written is unknown', () => {
    expect(claimsFigures({ eventDate: '9999-12-31', noticePeriodDays: 1 }).noticeDeadline).toBeNull();
  });

  test('totals add the heads exactly; a head without the amount counts 0', () => {
    expect(claimsFigures({ heads: [head(0.1, 5), head(0.2), head(null)] })).toMatchObject({
      claimedTotal: 0.3,
      assessedTotal: 5,
    });
  });

  test('a total is null without heads, and while no head carries the amount', () => {
    const none = { claimedTotal: null, assessedTotal: null, awardedTotal: null };
    expect(claimsFigures({})).toMatchObject(none);
    expect(claimsFigures({ heads: [] })).toMatchObject(none);
    expect(claimsFigures({ heads: [head(0)] })).toMatchObject({ ...none, claimedTotal: 0 });
  });
});
