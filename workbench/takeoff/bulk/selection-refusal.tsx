import { Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import type { Selection } from '@consulting/takeoff-lines';
import type { UseQueryResult } from '@tanstack/react-query';
import { searchedLinesMax, TooManyFound } from './selected-lines';

export function SelectionRefusal({ query }: { query: UseQueryResult<Selection> }) {
  const { bulk } = useMessages().takeoffTools;
  if (query.error instanceof TooManyFound)
    return <Notice kind="warning" title={bulk.tooManyFound({ most: searchedLinesMax })} />;
  if (query.error) return <ProblemNotice error={query.error} onRetry={query.refetch} />;
  return query.data ? null : <p role="status">{bulk.selecting}</p>;
}
