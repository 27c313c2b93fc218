import type { Scope } from '../view/address';
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
