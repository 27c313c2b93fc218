import { type Cell, findField, isNumeric, positionOf, withoutZeros } from '@consulting/mto-engine';
import { keySeparator } from '../../store/line-identity';
import type { LineReader } from '../rows/line-reader';

export function identityOf({ discipline, line }: LineReader, keys: readonly string[]): string | null {
  const texts = keys.map((key) => {
    const field = findField(discipline, key);
    return field === undefined ? '' : textOf(line[positionOf(discipline, key)] ?? null, isNumeric(field));
  });
  return texts.some((text) => text !== '') ? texts.join(keySeparator) : null;
}

function textOf(cell: Cell, isNumber: boolean): string {
  if (cell === null) return '';
  const text = String(cell);
  if (!isNumber || !text.includes('.')) return text;
  const [whole = '', decimals = ''] = text.split('.');
  const rest = withoutZeros(decimals);
  return rest === '' ? whole : `${whole}.${rest}`;
}
