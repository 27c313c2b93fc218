import { createContext, useContext } from 'react';
import type { FilterField, TakeoffScope } from './filter-fields';
import type { PlacedFault } from './filter-queries';

interface Builder {
  scope: TakeoffScope;
  fields: readonly FilterField[];
  faults: readonly PlacedFault[];
  isChecked: boolean;
  added: string | null;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('There is no filter being built here.');
  return builder;
}
