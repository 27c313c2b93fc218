import { money, printTable } from './print';

interface Hours {
  straightTime: number;
  overtime: number;
  doubleTime: number;
}

interface LabourMember {
  tradeCode: string;
  laborDesignation: string;
  quantity: number;
  memberId: string;
  hours: Hours;
  burdenedRates: Hours;
  manHours: number;
  cost: number;
}

interface Machine {
  equipmentCode: string;
  quantity: number;
  rentalPerHour: number;
  fuelPerHour: number;
  operatingCostPerHour: number;
  operatingRate: number;
  standbyRate: number;
  operatingHours: number;
  standbyHours: number;
  cost: number;
}

interface Line {
  category: string;
  tier: number;
  method: 'percentage' | 'amount' | 'rate-card';
  level: string;
  percentage: number | null;
  amount: number | null;
  base: number;
  value: number;
}

interface Side<Member> {
  members: Member[];
  lines: Line[];
  subtotals: Record<string, number>;
}

export interface CrewRates {
  crewCode: string;
  currency: string;
  workWeek: { hoursPerDay: number; daysPerWeek: number };
  location: Record<string, string | number>;
  labour: Side<LabourMember>;
  equipment: Side<Machine>;
  result: Record<string, number>;
  warnings: { code: string; message: string }[];
}

/** Prints members, lines and subtotals of both sides, and what they come to per man-hour. */
export function printBuildUp({ currency, labour, equipment, result }: CrewRates): void {
  printLabour(labour.members);
  printLines(labour, 'L', result.manHours);
  printMachines(equipment.members);
  printLines(equipment, 'E', result.machineHours);
  printResult(result, currency);
}

const figure = (value: number) => money(value, '').trim();
const rate = (value: number) => value.toFixed(4);
const inOrder = ({ straightTime, overtime, doubleTime }: Hours) => [straightTime, overtime, doubleTime];

function printLabour(members: LabourMember[]): void {
  console.log('');
  printTable(
    [
      { title: 'labour', value: (one) => `${one.tradeCode} ${one.laborDesignation}` },
      { title: 'persons', value: (one) => String(one.quantity) },
      { title: 'hours ST / OT / DT', value: (one) => inOrder(one.hours).join(' / ') },
      { title: 'burdened ST / OT / DT', value: (one) => inOrder(one.burdenedRates).map(rate).join(' / ') },
      { title: 'man-hours', value: (one) => String(one.manHours) },
      { title: 'cost', value: (one) => figure(one.cost) },
    ],
    members,
  );
}

function printMachines(members: Machine[]): void {
  console.log('');
  printTable(
    [
      { title: 'equipment', value: (one) => one.equipmentCode },
      { title: 'machines', value: (one) => String(one.quantity) },
      { title: 'rental', value: (one) => rate(one.rentalPerHour) },
      { title: 'fuel', value: (one) => rate(one.fuelPerHour) },
      { title: 'operating cost', value: (one) => rate(one.operatingCostPerHour) },
      { title: 'standby rate', value: (one) => rate(one.standbyRate) },
      { title: 'hours', value: (one) => `${one.operatingHours} / ${one.standbyHours}` },
      { title: 'cost', value: (one) => figure(one.cost) },
    ],
    members,
  );
}

/** The lines of each tier on the subtotal before it. */
function printLines({ lines, subtotals }: Side<unknown>, letter: 'L' | 'E', hours = 0): void {
  const subtotal = (tier: number) => ({
    name: `${letter}${tier}`,
    from: '',
    value: subtotals[`${letter}${tier}`],
  });
  const rows = [0, 1, 2, 3, 4].flatMap((tier) => [
    ...lines
      .filter((line) => line.tier === tier)
      .map((line) => ({ name: `  ${line.category}`, from: entryOf(line, hours), value: line.value })),
    subtotal(tier),
  ]);
  printTable(
    [
      { title: 'indirect costs', value: ({ name }) => name },
      { title: 'entry', value: ({ from }) => from },
      { title: 'value', value: ({ value }) => figure(value ?? 0) },
    ],
    rows,
  );
}

function entryOf({ method, percentage, amount, base }: Line, hours: number): string {
  if (method === 'percentage') return `${percentage} % of ${figure(base)}`;
  return method === 'amount' ? `${rate(amount ?? 0)} × ${hours} h` : 'of the rate cards';
}

function printResult(result: Record<string, number>, currency: string): void {
  console.log('');
  const perManHour = [
    ['labour', 'labourTotal', 'labourRatePerManHour'],
    ['equipment', 'equipmentTotal', 'equipmentRatePerManHour'],
    ['total', 'total', 'totalRatePerManHour'],
  ] as const;
  printTable(
    [
      { title: `÷ ${result.manHours} man-hours`, value: ([name]) => name },
      { title: 'per week', value: ([, week]) => figure(result[week] ?? 0) },
      { title: `${currency} per man-hour`, value: ([, , hour]) => rate(result[hour] ?? 0) },
    ],
    [...perManHour],
  );
}
