import type { components } from '@consulting/client/api';
import { Button } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { answered, useApi } from '@consulting/foundation/api';
import { fieldsOf, type Loose, RecordDialog, type Section } from '@consulting/foundation/records';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { groupingPart, type OwnWork, sourcePart } from './own-work-parts';

type Input = components['schemas']['PriceBookFromLinesInput'];

const sections: readonly Section[] = [
  {
    title: 'main',
    fields: [
      { name: 'code', kind: 'text', isRequired: true },
      { name: 'name', kind: 'text', isRequired: true },
      ...fieldsOf('priceBooks').flatMap((field) =>
        field.name === 'discipline' ? { ...field, isRequired: true } : field.name === 'currency' ? field : [],
      ),
    ],
  },
  {
    title: 'figures',
    fields: [
      { name: 'statistic', kind: 'choice', isRequired: true, choices: ['median', 'mean', 'weighted'] },
      { name: 'minLines', kind: 'number' },
    ],
  },
  {
    title: 'period',
    inside: 'to',
    isFolded: true,
    fields: [
      { name: 'year', kind: 'year' },
      { name: 'quarter', kind: 'choice', choices: ['Q1', 'Q2', 'Q3', 'Q4'] },
      { name: 'escalationPercent', kind: 'number' },
    ],
  },
];

const usual: OwnWork = {
  approvedOnly: true,
  statistic: 'median',
  minLines: 3,
  projects: [],
  clientId: null,
  groupBy: [],
  targets: [],
  size: null,
};

export function BookOfOwnWork() {
  const { ownWork } = useMessages().libraries.priceBooks;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{ownWork.title}</Button>
      {isOpen && <OwnWorkDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const idsOf = (picked: OwnWork['projects']) => picked.map(({ id }) => id);

function inputOf({ projects, groupBy, targets, size, to, ...others }: OwnWork): Input {
  const isPeriod = Object.values(to ?? {}).some((value) => value !== null);
  return {
    ...others,
    projectIds: projects.length === 0 ? null : idsOf(projects),
    groupBy: idsOf(groupBy),
    targets: idsOf(targets),
    size: size?.field ? size : null,
    to: isPeriod ? to : null,
  } as Input;
}

function OwnWorkDialog({ onClose }: { onClose: () => void }) {
  const { ownWork } = useMessages().libraries.priceBooks;
  const api = useApi();
  const [, go] = useLocation();
  return (
    <RecordDialog<OwnWork>
      of="priceBooks"
      title={ownWork.title}
      record={usual}
      sections={sections}
      submit={ownWork.create}
      write={async (draft: Loose, seen, key) => {
        const body = inputOf({ ...seen, ...draft });
        const params = { header: { 'Idempotency-Key': key } };
        const { id, leftOut } = await answered(api.POST('/api/v1/price-books/from-lines', { params, body }));
        go(`/libraries/price-books/${id}`, { state: { leftOut } });
      }}
      onClose={onClose}
      before={sourcePart}
      after={groupingPart}
    />
  );
}
