import type { Scope } from '../address';
import classes from './documents.module.css';
import { LineExport } from './line-export';
import { PricedReturns } from './priced-returns';
import { Report } from './report';

/** What the client gets, and what is worked on elsewhere. */
export const Documents = ({ scope }: { scope: Scope }) => (
  <>
    <div className={classes.cards}>
      <Report scope={scope} />
      <LineExport scope={scope} />
    </div>
    <PricedReturns scope={scope} />
  </>
);

/** A path with a query; lists go comma-separated. */
export function pathWith(
  path: string,
  query: Record<string, string | readonly string[] | undefined>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value.length > 0)
      search.set(name, typeof value === 'string' ? value : value.join(','));
  return search.size === 0 ? path : `${path}?${search}`;
}
