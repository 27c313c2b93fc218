import { escaped } from './drawn-picture';

interface CopiedTable {
  html: string;
  text: string;
}

// A figure is copied without currency and groups of thousands, so that a spreadsheet reads it as a number.
export function copiedTable(table: HTMLTableElement, locale: string): CopiedTable {
  const plain = plainNumbers(locale);
  const rows = [...table.rows].map((row) =>
    [...row.cells].map((cell) => {
      const displayed = textOf(cell).replaceAll(/\s+/g, ' ').trim();
      const isNumber = cell.tagName === 'TD' && cell.classList.contains('number');
      return { tag: cell.tagName.toLowerCase(), text: isNumber ? plain(displayed) : displayed };
    }),
  );
  const html = rows.map(
    (cells) => `<tr>${cells.map(({ tag, text }) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`,
  );
  return {
    html: `<table>${html.join('')}</table>`,
    text: rows.map((cells) => cells.map(({ text }) => text).join('\t')).join('\n'),
  };
}

const textOf = (cell: HTMLElement): string =>
  [...cell.childNodes].map((node) => (node.nodeName === 'BR' ? ' ' : node.textContent)).join('');

// What is no amount of money, number or share stays as it is written.
function plainNumbers(locale: string): (text: string) => string {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1234567.8);
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const [group, decimal, minus] = [signOf('group'), signOf('decimal'), signOf('minusSign')];
  return (text) => {
    const number = text
      .replace(/[A-Z]{3}/, '')
      .replaceAll(/[\s\u00a0\u202f]/g, '')
      .replaceAll(/\s/.test(group) ? '\u202f' : group, '')
      .replace(minus, '-');
    return /^[+-]?\d+%?$/.test(number.replace(decimal, '')) ? number.replace(/^\+/, '') : text;
  };
}
