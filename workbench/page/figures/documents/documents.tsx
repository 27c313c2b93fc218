import type { Scope } from '../view/address';
import classes from './documents.module.css';
import { LineExport } from './line-export';
import { PricedReturns } from './priced-returns';
import { Report } from './report';

export const Documents = ({ scope }: { scope: Scope }) => (
  <>
    <div className={classes.cards}>
      <Report scope={scope} />
      <LineExport scope={scope} />
    </div>
    <PricedReturns scope={scope} />
  </>
);
