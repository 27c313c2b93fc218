import type { RowFault } from '@consulting/imports/run/failed-rows';
import {
  type Cell,
  type CellReader,
  convertFromUs,
  dnOf,
  inchesOf,
  type Line,
  type NominalSize,
  npsOf,
  outsideDiameterOf,
  positionOf,
  readSizes,
} from '@consulting/mto-engine';

const keys = ['nominalPipeSize', 'nominalDiameter', 'secondarySize', 'outsideDiameter'] as const;
const [npsAt, dnAt, secondaryAt, outsideAt] = keys.map((key) => positionOf('piping', key)) as [
  number,
  number,
  number,
  number,
];

export const isSizeKey = (key: string): boolean => (keys as readonly string[]).includes(key);

export interface DerivedCell {
  position: number;
  value: Cell;
  from: number | null;
}

type Fault = Omit<RowFault, 'column'>;

/**
 * Sizes written as text (`8"x6"`) are read, and NPS and DN converted, by the table of sizes (extensions.md
 * 2.2).
 */
export class PipeSizeCells {
  readonly #conversion: { from: number; to: number; of(size: number): number | undefined } | null;

  static isNeeded = (own: ReadonlySet<string>): boolean => keys.some((key) => own.has(key));

  constructor(
    private readonly line: Line,
    own: ReadonlySet<string>,
    private readonly give: (cell: DerivedCell) => void,
  ) {
    const [hasNps, hasDn] = [own.has('nominalPipeSize'), own.has('nominalDiameter')];
    if (hasNps === hasDn) this.#conversion = null;
    else if (hasNps) this.#conversion = { from: npsAt, to: dnAt, of: dnOf };
    else this.#conversion = { from: dnAt, to: npsAt, of: npsOf };
  }

  get positions(): number[] {
    return [npsAt, dnAt, secondaryAt];
  }

  convert(): void {
    if (this.#conversion === null) return;
    const { from, to, of } = this.#conversion;
    const size = this.line[from] ?? null;
    if (size !== null) this.give({ position: to, value: of(Number(size)) ?? null, from });
  }

  read(reader: CellReader, text: string): Fault | null {
    const { key } = reader.field;
    if (key === 'outsideDiameter') return this.#readOutside(reader, text);
    const { separator } = reader.reading;
    const isDn = key === 'nominalDiameter';
    const sizes = readSizes(text, isDn ? 'DN' : 'NPS', separator);
    if (sizes === null || (key === 'secondarySize' && sizes.secondary !== null))
      return plainFault(reader, text);
    const size = isDn ? dnOfSize(sizes.size) : inchesOf(sizes.size);
    if (size === undefined) return notInTable(key, text, sizes.size);
    const value = reader.check(size);
    if (value === undefined) return plainFault(reader, text);
    this.line[positionOf('piping', key)] = value;
    return sizes.secondary && this.#giveSecondary(sizes.secondary, text);
  }

  #giveSecondary(size: NominalSize, text: string): Fault | null {
    const value = inchesOf(size);
    if (value === undefined) return notInTable('secondarySize', text, size);
    const known = this.line[secondaryAt] ?? null;
    if (known === null) this.give({ position: secondaryAt, value, from: null });
    if (known === null || known === value) return null;
    const message = `is not ${value}, the second size of ${text.trim()}`;
    return { field: 'secondarySize', value: known, code: 'DUPLICATE', message };
  }

  #readOutside(reader: CellReader, text: string): Fault | null {
    const sizes = readSizes(text, 'NPS', reader.reading.separator);
    if (sizes === null) return plainFault(reader, text);
    const { size, secondary, hasInches } = sizes;
    if (size.system === 'NPS' && !hasInches) return this.#readUnmarked(reader, text, sizes);
    const inches = inchesOf(size);
    if (inches === undefined) return notInTable('outsideDiameter', text, size);
    const outside = outsideDiameterOf(inches);
    const ofRow = this.#nominalOfRow();
    const isNominal = outside !== undefined && (ofRow === null || ofRow === inches);
    if (!isNominal && (secondary !== null || size.system === 'DN')) return plainFault(reader, text);
    const value = isNominal ? outside : Number(convertFromUs(reader.field, String(inches)));
    if (reader.check(value) === undefined) return plainFault(reader, text);
    this.line[outsideAt] = value;
    if (isNominal && ofRow === null) this.give({ position: npsAt, value: inches, from: null });
    return secondary && this.#giveSecondary(secondary, text);
  }

  #readUnmarked(
    reader: CellReader,
    text: string,
    { size, secondary }: { size: NominalSize; secondary: unknown },
  ) {
    const value = reader.reading.isUs && secondary === null ? reader.accept(size.value) : undefined;
    if (value === undefined) return plainFault(reader, text);
    this.line[outsideAt] = value;
    return null;
  }

  /** Null means that the row has neither NPS nor DN, 0 that the table does not have its DN. */
  #nominalOfRow(): number | null {
    const nps = this.line[npsAt] ?? null;
    if (nps !== null) return Number(nps);
    const dn = this.line[dnAt] ?? null;
    return dn === null ? null : (npsOf(Number(dn)) ?? 0);
  }
}

const dnOfSize = ({ value, system }: NominalSize) => (system === 'DN' ? value : dnOf(value));

const notInTable = (field: string, value: Cell, size: NominalSize): Fault => ({
  field,
  value,
  code: 'NOT_A_NUMBER',
  message: `has the size ${size.system} ${size.value}, which ASME B36.10M does not have`,
});

function plainFault({ fault, field: { key: field } }: CellReader, value: Cell): Fault {
  return { field, value, code: 'NOT_A_NUMBER', message: 'is not a number', ...fault };
}
