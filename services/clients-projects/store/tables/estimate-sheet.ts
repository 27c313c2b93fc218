export interface SheetItem {
  itemId: string;
  code: string;
  name: string;
  kind: string;
  basis: { filters?: unknown; items?: string[] | null; costElements?: string[] | null } | null;
  value: number | null;
  quantity: number | null;
  unit: string | null;
  unitPrice: number | null;
  wbsCode: string | null;
  costType: string | null;
  note: string | null;
}

export interface BidSpread {
  method: string;
  weights: Record<string, number> | null;
}

export interface EstimateSheet {
  items: SheetItem[];
  bidSpread: BidSpread | null;
  templateId: string | null;
}

export interface SheetFigures {
  amounts: number[];
  lines: (number | null)[];
  otherDirect: { lines: number; amount: number };
  sheetAmount: string;
}
