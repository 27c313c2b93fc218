import { Button, CancelButton, Dialog, DialogActions, Notice } from '@consulting/design/controls';
import { useLanguage, useMessages } from '@consulting/design/language';
import { useApi } from '@consulting/foundation/api';
import { ProblemNotice } from '@consulting/foundation/components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Field } from '../view/takeoff-view';
import { type Criteria, conditionsMax } from './criteria';
import { conditionsIn, criteriaOf, type DraftGroup, draftOf } from './draft';
import classes from './filter.module.css';
import { BuilderContext } from './filter-builder-context';
import { type FilterField, filterFields, type TakeoffScope } from './filter-fields';
import { countQuery, faultsOf, useSettled } from './filter-queries';
import { GroupEditor } from './group-editor';
import { sentenceOf } from './sentence';
import { useTree } from './use-tree';

interface Props {
  scope: TakeoffScope;
  fields: readonly Field[];
  filters: Criteria | null;
  remark?: string | undefined;
  submit?: string;
  onApply: (filters: Criteria | null) => void;
  onClose: () => void;
}

export function FilterBuilder({ scope, fields, filters, remark, submit, onApply, onClose }: Props) {
  const messages = useMessages();
  const { filter } = messages.takeoffTools;
  const known = useMemo(() => filterFields(fields, messages), [fields, messages]);
  const [isChecked, setChecked] = useState(false);
  const { root, tree, added } = useTree(() => draftOf(filters));
  const [start] = useState(root);
  const typed = { isTyped: root !== start, isRestored: false };
  const { criteria, count, error, faults, isWaiting, check } = useCount(scope, root);
  const isEmpty = root.members.length === 0;
  const apply = async () => {
    setChecked(true);
    if (isEmpty) onApply(null);
    else if (criteria && (await check())) onApply(criteria);
  };
  const builder = { scope, fields: known, faults, isChecked, added };
  return (
    <Dialog title={filter.title} form="wide" isOpen onClose={onClose} typed={typed}>
      <BuilderContext value={builder}>
        <GroupEditor
          group={root}
          level={1}
          at="filters"
          isFull={conditionsIn(root).length >= conditionsMax}
          tree={tree}
        />
        <p className={classes.said}>
          {isEmpty && filter.everything}
          {!isEmpty && criteria === null && filter.unfinished}
          {criteria && <Said criteria={criteria} fields={known} />}
        </p>
        {remark !== undefined && <Notice kind="warning" title={remark} />}
        {error && faults.length === 0 ? <ProblemNotice error={error} /> : null}
        <p role="status" className={classes.count}>
          {criteria && (isWaiting ? filter.counting : count !== undefined && filter.count({ count }))}
        </p>
        <DialogActions>
          <Button kind="quiet" isDisabled={isEmpty} onPress={tree.clear}>
            {filter.removeAll}
          </Button>
          <CancelButton />
          <Button kind="primary" onPress={apply}>
            {submit ?? filter.apply}
          </Button>
        </DialogActions>
      </BuilderContext>
    </Dialog>
  );
}

function useCount(scope: TakeoffScope, root: DraftGroup) {
  const api = useApi();
  const queries = useQueryClient();
  const criteria = useMemo(() => criteriaOf(root), [root]);
  const settled = useSettled(criteria);
  const asked = countQuery(api, scope, settled ?? { conditions: [] });
  const { data, error, isFetching } = useQuery({ ...asked, enabled: settled !== null });
  const isCurrent = settled === criteria && criteria !== null;
  /** An API that is out of reach is no reason to refuse the criteria, so only its faults count. */
  const check = () =>
    criteria === null
      ? Promise.resolve(false)
      : queries.fetchQuery(countQuery(api, scope, criteria)).then(
          () => true,
          (refusal) => faultsOf(refusal).length === 0,
        );
  return {
    criteria,
    count: isCurrent ? data : undefined,
    error: isCurrent ? error : null,
    faults: isCurrent ? faultsOf(error) : [],
    isWaiting: criteria !== null && (!isCurrent || isFetching),
    check,
  };
}

const Said = ({ criteria, fields }: { criteria: Criteria; fields: readonly FilterField[] }) => {
  const { messages, formats, locale } = useLanguage();
  const speech = { words: messages.takeoffTools.filter, formats, locale };
  return sentenceOf(criteria, fields, speech);
};
