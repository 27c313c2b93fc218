// So that groups that come later are as most are.
export interface Folding {
  areMost: boolean;
  others: ReadonlySet<string>;
}

export const noneFolded: Folding = { areMost: false, others: new Set() };
