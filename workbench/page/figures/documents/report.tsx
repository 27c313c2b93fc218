import { CheckField, NumberField, SelectField } from '@consulting/design/controls';
import { languages, useLanguage, useMessages } from '@consulting/design/language';
import { Card, FieldRow } from '@consulting/foundation/components';
import { DownloadButton, pathWith } from '@consulting/foundation/download';
import { useState } from 'react';
import type { Scope } from '../view/address';
import { ColumnChoice } from './column-choice';

const linesMax = 100_000;

const formats = ['xlsx', 'html'] as const;

export function Report({ scope }: { scope: Scope }) {
  const { documents } = useMessages().figures;
  const { language: own } = useLanguage();
  const [format, setFormat] = useState<string>('xlsx');
  const [language, setLanguage] = useState<string>(own);
  const [hasLines, setLines] = useState(true);
  const [isOfBid, setOfBid] = useState(false);
  const [count, setCount] = useState(Number.NaN);
  const [columns, setColumns] = useState<readonly string[]>([]);
  const { projectId, serviceId, estimationId } = scope;
  const path = pathWith(`/api/v1/mto/project/${projectId}/report`, {
    serviceId,
    estimationId,
    format,
    language,
    bidSpread: isOfBid ? 'true' : undefined,
    lines: hasLines ? (Number.isNaN(count) ? 'all' : String(count)) : 'none',
    columns: hasLines ? columns : [],
  });
  return (
    <Card title={documents.report}>
      <p className="quiet">{documents.reportNote}</p>
      <FieldRow>
        <SelectField
          label={documents.format}
          choices={formats.map((id) => ({ id, label: documents.formats[id] }))}
          value={format}
          onChange={(key) => setFormat(String(key))}
        />
        <SelectField
          label={documents.language}
          choices={Object.entries(languages).map(([id, label]) => ({ id, label }))}
          value={language}
          onChange={(key) => setLanguage(String(key))}
        />
      </FieldRow>
      <CheckField isSelected={hasLines} onChange={setLines}>
        {documents.withLines}
      </CheckField>
      {hasLines && (
        <>
          <NumberField
            label={documents.linesMax}
            hint={documents.linesMaxHint}
            value={count}
            onChange={setCount}
            minValue={1}
            maxValue={linesMax}
            step={1}
          />
          <ColumnChoice name={documents.report} chosen={columns} onChange={setColumns} />
        </>
      )}
      <CheckField isSelected={isOfBid} onChange={setOfBid}>
        {documents.bidSpread}
      </CheckField>
      <DownloadButton kind="primary" label={documents.getReport} path={path} />
    </Card>
  );
}
