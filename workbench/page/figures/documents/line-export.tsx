import { CheckField, SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useState } from 'react';
import { Card } from '../../components/view';
import type { Scope } from '../view/address';
import { ColumnChoice } from './column-choice';
import { DownloadButton } from './download-button';
import { pathWith } from './path-with';

const formats = ['single-sheet', 'multi-sheet', 'csv', 'ndjson'] as const;

export function LineExport({ scope }: { scope: Scope }) {
  const { documents } = useMessages().figures;
  const [format, setFormat] = useState<string>('single-sheet');
  const [columns, setColumns] = useState<readonly string[]>([]);
  const [isBrief, setBrief] = useState(true);
  const { projectId, serviceId, estimationId } = scope;
  const path = pathWith('/api/v1/mto/export', {
    projectId,
    serviceId,
    estimationId,
    format,
    columns,
    omitEmpty: isBrief ? 'true' : undefined,
  });
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
      <ColumnChoice name={documents.lines} chosen={columns} onChange={setColumns} />
      <DownloadButton label={documents.getLines} path={path} />
    </Card>
  );
}
