import { type Decimal, loweredText, sum, zero } from '@consulting/kernel/schema';
import { commonPosition, type Discipline, disciplines, ExactSum, type Line } from '@consulting/mto-engine';
import type { WbsItems } from '../../neighbours/equipment-wbs';
import { type FigureKey, figureKeys, type LineCell, type RootCodes } from '../../store/what-if/touched-lines';
import { rootCodesOf, rootRows } from '../aggregate/summary-by-code';
import { WbsTree } from '../groups/wbs-tree';
import type { ChangedLine } from './line-changes';

const figuresAt = figureKeys.map(commonPosition);
const statusAt = commonPosition('status');
const scopeTypeAt = commonPosition('scopeType');
const wbsCodeAt = commonPosition('wbsCode');

const codesStoredMax = 50_000;

class Moves {
  lines = 0;
  readonly left = figureKeys.map(() => new ExactSum());
  readonly came = figureKeys.map(() => new ExactSum());

  add(before: Line | null, after: Line | null): void {
    this.lines += Number(after !== null) - Number(before !== null);
    for (let at = 0; at < figuresAt.length; at += 1) {
      const position = figuresAt[at] ?? 0;
      const was = before?.[position] ?? null;
      const is = after?.[position] ?? null;
      if (was === is) continue;
      this.left[at]?.addCell(was);
      this.came[at]?.addCell(is);
    }
  }
}

interface Figures {
  itemCount: number;
  figures: readonly Decimal[];
}

interface Cell {
  discipline: Discipline;
  wbsKey: string | null;
  before: Figures;
  after: Figures;
}

export class Effect {
  readonly #moves = new Map<Discipline, Map<string | null, Moves>>();
  readonly #wbsKeys = new Map<Line[number], string>();

  private constructor(
    private readonly tree: WbsTree | null,
    readonly wbs: RootCodes | null,
  ) {}

  static async of(items: WbsItems | undefined): Promise<Effect> {
    const tree = items ? await WbsTree.of(items) : null;
    return new Effect(tree, tree && (await rootCodesOf(tree)));
  }

  add({ discipline, before, after }: ChangedLine): void {
    const was = isCounted(before) ? this.#movesOf(discipline, before) : null;
    const is = isCounted(after) ? this.#movesOf(discipline, after) : null;
    if (was === is) was?.add(before, after);
    else {
      was?.add(before, null);
      is?.add(null, after);
    }
  }

  #movesOf(discipline: Discipline, line: Line): Moves {
    const ofDiscipline = this.#moves.get(discipline) ?? new Map<string | null, Moves>();
    this.#moves.set(discipline, ofDiscipline);
    const key = this.#wbsKey(line[wbsCodeAt] ?? null);
    const moves = ofDiscipline.get(key) ?? new Moves();
    ofDiscipline.set(key, moves);
    return moves;
  }

  #wbsKey(code: Line[number]): string | null {
    if (this.wbs === null || code === null) return null;
    const known = this.#wbsKeys.get(code);
    if (known !== undefined) return known;
    const key = this.wbs.codes.get(loweredText(String(code))) ?? this.wbs.ofOthers;
    if (this.#wbsKeys.size < codesStoredMax) this.#wbsKeys.set(code, key);
    return key;
  }

  of(stored: readonly LineCell[]) {
    const cells = this.#cells(stored);
    const byDiscipline = disciplines.flatMap((discipline) => {
      const own = cells.filter((cell) => cell.discipline === discipline);
      return own.length === 0 ? [] : [{ discipline, ...comparison(own) }];
    });
    return { total: comparison(cells), byDiscipline, byWbs: this.tree && byRoot(this.tree, cells) };
  }

  #cells(stored: readonly LineCell[]): Cell[] {
    const groups = new Map(
      [...Map.groupBy(stored, ({ discipline }) => discipline)].map(([discipline, own]) => [
        discipline,
        Map.groupBy(own, ({ wbsKey }) => wbsKey),
      ]),
    );
    const found = new Set([...groups.keys(), ...this.#moves.keys()]);
    return [...found].flatMap((discipline) => {
      const [own, moves] = [groups.get(discipline), this.#moves.get(discipline)];
      const keys = new Set([...(own?.keys() ?? []), ...(moves?.keys() ?? [])]);
      return [...keys].map((wbsKey) => {
        const before = storedFigures(own?.get(wbsKey) ?? []);
        return { discipline, wbsKey, before, after: moved(before, moves?.get(wbsKey)) };
      });
    });
  }
}

const isCounted = (line: Line): boolean => line[statusAt] !== 'void' && line[scopeTypeAt] !== 'excluded';

const storedFigures = (cells: readonly LineCell[]): Figures => ({
  itemCount: cells.reduce((count, { lines }) => count + lines, 0),
  figures: figureKeys.map((_, at) => sum(cells.map(({ figures }) => figures[at] ?? '0'))),
});

const moved = (before: Figures, moves: Moves | undefined): Figures =>
  moves === undefined
    ? before
    : {
        itemCount: before.itemCount + moves.lines,
        figures: before.figures.map((figure, at) =>
          figure.minus(moves.left[at]?.text() ?? 0).plus(moves.came[at]?.text() ?? 0),
        ),
      };

export interface Compared<T> {
  before: T;
  after: T;
  difference: T;
}

export type Comparison<T> = { itemCount: Compared<number> } & Record<FigureKey, Compared<T>>;

function comparison(cells: readonly Cell[]): Comparison<Decimal> {
  const count = (of: (cell: Cell) => Figures) => cells.reduce((lines, cell) => lines + of(cell).itemCount, 0);
  const [before, after] = [count((cell) => cell.before), count((cell) => cell.after)];
  const figures = figureKeys.map((key, at) => {
    const was = sum(cells.map((cell) => cell.before.figures[at] ?? zero));
    const is = sum(cells.map((cell) => cell.after.figures[at] ?? zero));
    return [key, { before: was, after: is, difference: is.minus(was) }] as const;
  });
  const itemCount = { before, after, difference: after - before };
  return { itemCount, ...(Object.fromEntries(figures) as Record<FigureKey, Compared<Decimal>>) };
}

function byRoot(tree: WbsTree, cells: readonly Cell[]) {
  const ofKeys = Map.groupBy(cells, ({ wbsKey }) => wbsKey);
  return rootRows(tree).flatMap(({ key, ...row }) => {
    const own = ofKeys.get(key);
    return own ? [{ ...row, ...comparison(own) }] : [];
  });
}

function serialiseComparison<T>(
  { itemCount, ...figures }: Comparison<Decimal>,
  current: (figure: Decimal) => T,
): Comparison<T> {
  const displayed = figureKeys.map((key) => {
    const { before, after, difference } = figures[key];
    return [
      key,
      { before: current(before), after: current(after), difference: current(difference) },
    ] as const;
  });
  return { itemCount, ...(Object.fromEntries(displayed) as Record<FigureKey, Compared<T>>) };
}

export const serialiseEffect = <T>(
  { total, byDiscipline, byWbs }: ReturnType<Effect['of']>,
  displayed: (figure: Decimal) => T,
) => ({
  total: serialiseComparison(total, displayed),
  byDiscipline: byDiscipline.map(({ discipline, ...figures }) => ({
    discipline,
    ...serialiseComparison(figures, displayed),
  })),
  byWbs:
    byWbs?.map(({ wbsCode, name, kind, ...figures }) => ({
      ...{ wbsCode, name, kind },
      ...serialiseComparison(figures, displayed),
    })) ?? null,
});
