import {
  Button,
  CloseAction,
  column,
  Dialog,
  Notice,
  numberColumn,
  Table,
} from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { answered, useApi } from '@consulting/foundation/api';
import { Loaded, ProblemNotice } from '@consulting/foundation/components';
import { RecordDialog, type Section } from '@consulting/foundation/records';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Sheet, type Template, useSheetUpdate, useTemplates, type VersionPath } from './sheet-queries';

interface Props {
  version: VersionPath;
  sheet: Sheet;
  clientId: string;
}

const sections: readonly Section[] = [
  {
    title: 'main',
    fields: [
      { name: 'name', kind: 'text', isRequired: true },
      { name: 'description', kind: 'long' },
    ],
  },
];

export function SheetTemplates({ version, sheet, clientId }: Props) {
  const { templates } = useMessages().sheet;
  const api = useApi();
  const [open, setOpen] = useState<'list' | 'save' | null>(null);
  const close = () => setOpen(null);
  const items = sheet.items.map(({ itemId: _, ...item }) => item);
  return (
    <>
      {sheet.status === 'draft' && <Button onPress={() => setOpen('list')}>{templates.begin}</Button>}
      {items.length > 0 && <Button onPress={() => setOpen('save')}>{templates.save}</Button>}
      {open === 'list' && <TemplateList {...{ version, sheet, clientId }} onClose={close} />}
      {open === 'save' && (
        <RecordDialog<{ name: string }>
          of="estimations"
          title={templates.save}
          record={{ name: '' }}
          sections={sections}
          write={(draft, seen, key) => {
            const body = { ...seen, ...draft, clientId, items, bidSpread: sheet.bidSpread };
            const params = { header: { 'Idempotency-Key': key } };
            return answered(api.POST('/api/v1/estimate-sheets', { params, body }));
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function TemplateList({ version, sheet, clientId, onClose }: Props & { onClose: () => void }) {
  const { sheet: words, shell } = useMessages();
  const { templates } = words;
  const { number } = useFormats();
  const writing = useSheetUpdate(version, sheet, onClose);
  const removing = useTemplateRemoval(clientId);
  const error = writing.error ?? removing.error;
  return (
    <Dialog title={templates.begin} form="wide" isOpen onClose={onClose}>
      {sheet.items.length > 0 && <Notice kind="warning" title={templates.replaces} />}
      {error && <ProblemNotice error={error} />}
      <Loaded query={useTemplates(clientId)}>
        {({ data }) => (
          <Table<Template>
            caption={templates.begin}
            rows={data}
            rowKey={({ id }) => id}
            empty={templates.none}
            columns={[
              column('name', words.fields.name, ({ name }) => name),
              column('description', words.fields.note, ({ description }) => description),
              numberColumn('items', templates.items, ({ itemCount }) => number(itemCount)),
              column('act', <span className="unseen">{shell.more}</span>, (template) => (
                <>
                  <Button
                    aria-label={templates.chooseOf({ name: template.name })}
                    isPending={writing.isPending}
                    onPress={() => writing.mutate({ templateId: template.id })}
                  >
                    {templates.choose}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={templates.removeOf({ name: template.name })}
                    onPress={() => removing.mutate(template)}
                  >
                    {shell.remove}
                  </Button>
                </>
              )),
            ]}
          />
        )}
      </Loaded>
      <CloseAction />
    </Dialog>
  );
}

function useTemplateRemoval(clientId: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id: templateId, version }: Template) => {
      const params = { path: { templateId }, header: { 'If-Match': `"${version}"` } };
      return answered(api.DELETE('/api/v1/estimate-sheets/{templateId}', { params }));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sheet-templates', clientId] }),
  });
}
