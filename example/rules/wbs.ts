import { type Area, areas } from './areas';
import type { Row } from './csv';
import { type Discipline, disciplines } from './disciplines';

export const packageCode = (area: Area, discipline: Discipline, workPackage: string): string =>
  `${area.unit}.${disciplines[discipline].number}.${workPackage}`;

export function wbsRows(usedCodes: ReadonlySet<string>): Row[] {
  const used = (code: string) => [...usedCodes].some((one) => one === code || one.startsWith(`${code}.`));
  const rows = areas.flatMap((area) => [
    { wbsCode: area.unit, name: area.name },
    ...Object.entries(disciplines).flatMap(([discipline, { number, name, packages }]) => {
      const code = `${area.unit}.${number}`;
      return [
        { wbsCode: code, parentCode: area.unit, name, discipline },
        ...packages.map((text, index) => ({
          wbsCode: `${code}.${(index + 1) * 10}`,
          parentCode: code,
          name: text,
          discipline,
        })),
      ];
    }),
  ]);
  return rows
    .filter(({ wbsCode }) => used(wbsCode))
    .map((row, index) => ({ ...row, costType: 'direct', sortOrder: index + 1 }));
}
