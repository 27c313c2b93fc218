import { isBuiltInDateFormat, isDateFormat } from './number-format';
import { eachElement } from './xml-elements';

export async function readDateStyles(chunks: AsyncIterable<Uint8Array>): Promise<boolean[]> {
  const isDateById = new Map<number, boolean>();
  const formatOfStyle: number[] = [];
  await eachElement(chunks, ({ name, parent, attribute }) => {
    if (name === 'numFmt' && parent === 'numFmts') {
      isDateById.set(Number(attribute('numFmtId')), isDateFormat(attribute('formatCode') ?? ''));
    } else if (name === 'xf' && parent === 'cellXfs') formatOfStyle.push(Number(attribute('numFmtId') ?? 0));
  });
  return formatOfStyle.map((id) => isDateById.get(id) ?? isBuiltInDateFormat(id));
}
