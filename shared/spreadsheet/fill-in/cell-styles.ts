import { isBuiltInDateFormat, isDateFormat } from '../read-xlsx/styles';
import { eachElement } from '../read-xlsx/xml-elements';

interface CellFormat {
  look: string;
  rank: number;
}

const generalRank = 1;
const unfit = 0;
const twoDecimals = 3;
const thousands = 4;
const codeLengthMax = 255;
const quotedOrBracketed = /"[^"]*"?|\[[^\]]*\]?/g;
const currencySign = /[$€£¥]|[A-Z]{3}/;
const builtInRanks = new Map([
  [0, generalRank],
  [2, twoDecimals],
  [4, thousands],
  [39, thousands],
  [40, thousands],
  [43, thousands],
]);

function rankOfFormat(id: number, codes: ReadonlyMap<number, string>): number {
  const code = codes.get(id);
  if (code === undefined) return isBuiltInDateFormat(id) ? unfit : (builtInRanks.get(id) ?? unfit);
  if (code.length > codeLengthMax || isDateFormat(code) || currencySign.test(code)) return unfit;
  const displayed = code.replace(quotedOrBracketed, '');
  if (/^general$/i.test(displayed)) return generalRank;
  if (/[%@/?]|E[+-]/i.test(displayed.replaceAll('_?', ''))) return unfit;
  if (!/0\.00(?!0)/.test(displayed)) return unfit;
  return displayed.includes('#,##0') ? thousands : twoDecimals;
}

/** No format is added to the workbook, so that its styles stay as they are. */
export class CellStyles {
  readonly #chosen = new Map<number, number>();

  private constructor(private readonly formats: readonly CellFormat[]) {}

  static readonly none = new CellStyles([]);

  static async read(chunks: AsyncIterable<Uint8Array>): Promise<CellStyles> {
    const codes = new Map<number, string>();
    const formats: { look: string; id: number }[] = [];
    await eachElement(chunks, ({ name, parent, attribute }) => {
      if (name === 'numFmt' && parent === 'numFmts')
        codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name !== 'xf' || parent !== 'cellXfs') return;
      const look = ['fontId', 'fillId', 'borderId'].map((key) => attribute(key) ?? '0').join();
      formats.push({ look, id: Number(attribute('numFmtId') ?? 0) });
    });
    return new CellStyles(formats.map(({ look, id }) => ({ look, rank: rankOfFormat(id, codes) })));
  }

  forFigures(near: number): number {
    const known = this.#chosen.get(near);
    if (known !== undefined) return known;
    const chosen = this.#choose(near);
    this.#chosen.set(near, chosen);
    return chosen;
  }

  #choose(near: number): number {
    const own = this.formats[near];
    if (own === undefined || own.rank >= twoDecimals) return own ? near : 0;
    let best = own.rank === unfit ? -1 : near;
    for (const [style, { look, rank }] of this.formats.entries()) {
      const bestRank = this.formats[best]?.rank ?? unfit;
      if (look === own.look && rank > bestRank) best = style;
    }
    if (best >= 0) return best;
    const plain = this.formats[0];
    return plain?.rank === unfit ? near : 0;
  }
}
