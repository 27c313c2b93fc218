import {
  CheckField,
  column,
  Dialog,
  Pager,
  PausedSearchField,
  SelectField,
  SubmitActions,
  Table,
} from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useApi, useAttemptKey, useFields, workDisciplines } from '@consulting/foundation/api';
import { Loaded, ProblemNotice } from '@consulting/foundation/components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import classes from './crews.module.css';
import { type LibraryCrew, useLibraryCrews } from './library-crews';
import { crewsChanged, importCrews, type ServiceCrew } from './service-crews';

interface Props {
  owner: { projectId: string; serviceId: string };
  crews: readonly ServiceCrew[];
  onClose: () => void;
  onDone: (said: string) => void;
}

const displayedAtOnce = 50;
const any = '';

export function ImportCrews({ owner, crews, onClose, onDone }: Props) {
  const { crews: words } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const attemptKeyOf = useAttemptKey();
  const [chosen, setChosen] = useState<ReadonlyMap<string, LibraryCrew>>(new Map());
  const taken = new Set(crews.map(({ crewCode }) => crewCode.toLowerCase()));
  const importing = useMutation({
    mutationFn: () => {
      const ids = [...chosen.keys()];
      return importCrews(api, owner, ids, attemptKeyOf(ids));
    },
    onSuccess: (made) => {
      crewsChanged(queries);
      const incomplete = made.filter(({ status }) => status === 'incomplete').length;
      onDone(words.import.done({ count: made.length, incomplete }));
      onClose();
    },
  });
  const choose = (crew: LibraryCrew, isChosen: boolean) =>
    setChosen((current) => {
      const next = new Map(current);
      if (isChosen) next.set(crew.id, crew);
      else next.delete(crew.id);
      return next;
    });
  return (
    <Dialog title={words.import.title} isOpen form="wide" onClose={onClose}>
      <p className="quiet">{words.import.hint}</p>
      {importing.error && <ProblemNotice error={importing.error} />}
      <LibraryTable taken={taken} chosen={chosen} onChoose={choose} />
      <SubmitActions
        submit={words.import.submit({ count: chosen.size })}
        isDisabled={chosen.size === 0}
        isPending={importing.isPending}
        onPress={() => importing.mutate()}
      />
    </Dialog>
  );
}

interface TableProps {
  taken: ReadonlySet<string>;
  chosen: ReadonlyMap<string, LibraryCrew>;
  onChoose: (crew: LibraryCrew, isChosen: boolean) => void;
}

function LibraryTable({ taken, chosen, onChoose }: TableProps) {
  const { crews: words } = useMessages();
  const [search, setSearch] = useState({ words: '', discipline: any, skip: 0 });
  const { discipline } = search;
  const found = useLibraryCrews({ ...search, discipline: discipline || undefined, limit: displayedAtOnce });
  const fields = useFields(null);
  const named = fields.data?.find(({ key }) => key === 'discipline')?.enum ?? [];
  const labels = new Map([
    ['general', words.import.general],
    ...named.map(({ value, label }) => [value, label] as const),
  ]);
  const disciplines = workDisciplines.map((id) => ({ id, label: labels.get(id) ?? id }));
  const isBare = search.words === '' && discipline === any;
  return (
    <>
      <div className={classes.search}>
        <PausedSearchField
          label={words.import.search}
          value={search.words}
          onSearch={(text) => setSearch({ ...search, words: text, skip: 0 })}
        />
        <SelectField
          label={words.import.discipline}
          isLabelUnseen
          choices={[{ id: any, label: words.import.anyDiscipline }, ...disciplines]}
          value={discipline}
          onChange={(id) => setSearch({ ...search, discipline: String(id ?? any), skip: 0 })}
        />
      </div>
      <Loaded query={found}>
        {({ data, total }) => (
          <>
            <div className={classes.found}>
              <Table<(typeof data)[number]>
                caption={words.import.library}
                rows={data}
                rowKey={({ id }) => id}
                empty={
                  isBare ? (
                    <>
                      {words.import.none} <Link href="/libraries/crews">{words.import.toLibrary}</Link>
                    </>
                  ) : (
                    words.import.noneFound
                  )
                }
                columns={[
                  column('choice', '', (crew) => (
                    <CheckField
                      aria-label={`${crew.code} ${crew.name}`}
                      isDisabled={taken.has(crew.code.toLowerCase())}
                      isSelected={chosen.has(crew.id)}
                      onChange={(isChosen) => onChoose(crew, isChosen)}
                    >
                      {null}
                    </CheckField>
                  )),
                  column('crew', words.crew, ({ code, name }) => (
                    <>
                      <span className={classes.code}>{code}</span> {name}
                    </>
                  )),
                  column('members', words.import.members, ({ memberSummary }) => memberSummary),
                  column(
                    'taken',
                    words.status,
                    ({ code }) => taken.has(code.toLowerCase()) && words.import.taken,
                  ),
                ]}
              />
            </div>
            <Pager
              skip={search.skip}
              limit={displayedAtOnce}
              total={total}
              onSkip={(skip) => setSearch({ ...search, skip })}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
