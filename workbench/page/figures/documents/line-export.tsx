import { CheckField, SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useFields } from '@consulting/foundation/api';
import { Card } from '@consulting/foundation/components';
import { DownloadButton } from '@consulting/foundation/download';
import { useState } from 'react';
import type { Scope } from '../view/address';
import { useDisciplines } from '../view/disciplines';
import { ColumnChoice } from './column-choice';

const formats = ['single-sheet', 'multi-sheet', 'csv', 'ndjson'] as const;

export function LineExport({ scope }: { scope: Scope }) {
  const { documents } = useMessages().figures;
  const [format, setFormat] = useState<string>('single-sheet');
  const [columns, setColumns] = useState<readonly string[]>([]);
  const [isBrief, setBrief] = useState(true);
  const [hasPriceRows, setPriceRows] = useState(false);
  const usual = useUsualColumns(scope);
  const chosen = columns.length > 0 ? columns : usual;
  const body = {
    ...scope,
    format,
    columns: hasPriceRows ? [...chosen, 'pricing'] : columns.length > 0 ? columns : undefined,
    omitEmpty: isBrief,
  };
  return (
    <Card title={documents.lines}>
      <p className="quiet">{documents.linesNote}</p>
      <SelectField
        label={documents.format}
        choices={formats.map((id) => ({ id, label: documents.exportFormats[id] }))}
        value={format}
        onChange={(key) => setFormat(String(key))}
      />
      <CheckField isSelected={isBrief} onChange={setBrief}>
        {documents.omitEmpty}
      </CheckField>
      <CheckField isSelected={hasPriceRows} onChange={setPriceRows}>
        {documents.priceRows}
      </CheckField>
      <ColumnChoice name={documents.lines} chosen={columns} onChange={setColumns} />
      <DownloadButton label={documents.getLines} path="/api/v1/mto/export" body={body} />
    </Card>
  );
}

// The columns that the API chooses by itself are named where one is added to them.
function useUsualColumns(scope: Scope): string[] {
  const { data = [] } = useFields();
  const ofLines = useDisciplines(scope);
  const usual = data.filter(({ disciplines }) => disciplines.some((discipline) => ofLines.has(discipline)));
  return ['mtoId', ...new Set(usual.map(({ key }) => key))];
}
