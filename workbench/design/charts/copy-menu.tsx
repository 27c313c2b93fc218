import { type RefObject, useState } from 'react';
import { ActionMenu } from '../controls/menu';
import { saveFile } from '../controls/save-file';
import { Copy, ImageDown, Table2 } from '../icons';
import { useLanguage } from '../language/language';
import classes from './chart.module.css';
import { copiedTable } from './picture/copied-table';
import { pngOf, svgOf } from './picture/drawn-picture';
import { pictureOf } from './picture/shapes';

interface Props {
  title: string;
  figure: RefObject<HTMLElement | null>;
  isTable: boolean;
  // The table is on the page while this reads it.
  readTable: <T>(read: (table: HTMLTableElement) => T) => T | null;
}

export function CopyMenu({ title, figure, isTable, readTable }: Props) {
  const { messages, locale } = useLanguage();
  const { charts } = messages.figures;
  const [said, say] = useState('');
  const save = (file: Blob, ending: string) => saveFile(file, `${fileNameOf(title)}.${ending}`);
  const picture = () => inLight(figure.current, pictureOf);
  const copyPicture = async () => {
    const png = pngOf(picture());
    const isCopied = await copied({ 'image/png': png });
    if (!isCopied) save(await png, 'png');
    say(isCopied ? charts.pictureCopied : charts.saved);
  };
  const copyTable = async () => {
    const table = readTable((element) => copiedTable(element, locale));
    if (table === null) return;
    const { html, text } = table;
    const isCopied = await copied({ 'text/html': html, 'text/plain': text });
    if (!isCopied) save(new Blob([text], { type: 'text/tab-separated-values' }), 'tsv');
    say(isCopied ? charts.tableCopied : charts.saved);
  };
  const savePng = async () => save(await pngOf(picture()), 'png');
  const saveSvg = () => save(new Blob([svgOf(picture(), title)], { type: 'image/svg+xml' }), 'svg');
  const ofPicture = { icon: <ImageDown />, isDisabled: isTable };
  return (
    <>
      <span role="status" className={classes.said}>
        {said}
      </span>
      <ActionMenu
        label={charts.copyOf({ title })}
        actions={[
          { id: 'picture', label: charts.copyPicture, ...ofPicture, icon: <Copy />, onAction: copyPicture },
          { id: 'table', label: charts.copyTable, icon: <Table2 />, onAction: copyTable },
          { id: 'png', label: charts.savePng, ...ofPicture, onAction: savePng },
          { id: 'svg', label: charts.saveSvg, ...ofPicture, onAction: saveSvg },
        ]}
      >
        <Copy />
      </ActionMenu>
    </>
  );
}

// Pages without TLS have no clipboard, and a browser may refuse it.
async function copied(parts: Record<string, string | Promise<Blob>>): Promise<boolean> {
  const typed = Object.entries(parts).map(([type, part]) => [
    type,
    typeof part === 'string' ? new Blob([part], { type }) : part,
  ]);
  try {
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(typed))]);
    return true;
  } catch {
    return false;
  }
}

// Pictures go into documents, whose paper is white. The page has its own colours again before it is painted.
function inLight<T>(element: HTMLElement | null, read: (element: HTMLElement) => T): T {
  if (!element) throw new Error('There is no chart.');
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = 'light';
  element.dataset.pictured = '';
  try {
    return read(element);
  } finally {
    delete element.dataset.pictured;
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
  }
}

const fileNameOf = (title: string) =>
  title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'chart';
