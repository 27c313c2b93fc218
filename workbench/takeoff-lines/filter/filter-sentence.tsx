import { Button } from '@consulting/design/controls';
import { ListFilter } from '@consulting/design/icons';
import { useLanguage } from '@consulting/design/language';
import { useMemo } from 'react';
import type { Field } from '../view/takeoff-view';
import type { Criteria } from './criteria';
import classes from './filter.module.css';
import { filterFields } from './filter-fields';
import { sentenceOf } from './sentence';

interface Props {
  filters: Criteria;
  fields: readonly Field[];
  onEdit: () => void;
  onClear: () => void;
}

export function FilterSentence({ filters, fields, onEdit, onClear }: Props) {
  const { messages, formats, locale } = useLanguage();
  const known = useMemo(() => filterFields(fields, messages), [fields, messages]);
  const { filter } = messages.takeoffTools;
  return (
    <div className={classes.sentence}>
      <ListFilter />
      <p>{sentenceOf(filters, known, { words: filter, formats, locale })}</p>
      <Button kind="quiet" onPress={onEdit}>
        {filter.edit}
      </Button>
      <Button kind="quiet" onPress={onClear}>
        {filter.clear}
      </Button>
    </div>
  );
}
