import type { Api } from './api';
import { printTable } from './print';

type TimeType = 'straightTime' | 'overtime' | 'doubleTime';
type Rates = Record<TimeType, Record<string, number>>;

const lines = [
  'wage',
  'vacationHoliday',
  'gross',
  'fringe',
  'payrollTax',
  'workersComp',
  'liability',
  'burdened',
  'perDiem',
  'smallTools',
  'consumables',
  'ppe',
  'allIn',
];

/** Prints how the hourly rates of a rate card are made, line by line (rates.md 4). */
export async function printRateCard(api: Api, memberId: string): Promise<void> {
  const card = await api.get<{ rates: Rates; currency: string } & Record<string, unknown>>(
    `/v1/crew-members/${memberId}`,
  );
  const { rates, currency } = card;
  console.log(
    `\nRate card ${card.tradeCode} ${card.laborDesignation}, ${card.province} ${card.year} ${card.quarter}, ${currency} per hour`,
  );
  const of = (type: TimeType) => (line: string) => rates[type][line]?.toFixed(4) ?? '';
  printTable(
    [
      { title: '', value: (line) => line },
      { title: 'straight time', value: of('straightTime') },
      { title: 'overtime', value: of('overtime') },
      { title: 'double time', value: of('doubleTime') },
    ],
    lines,
  );
}
