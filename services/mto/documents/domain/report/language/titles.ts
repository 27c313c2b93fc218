import type { Discipline } from '@consulting/mto-engine';
import type { BuildUpKey, ChangedLine, WbsFigures } from '../model/report';
import type { usualColumns } from '../model/usual-columns';

type Words<K extends string> = Readonly<Record<K, string>>;

export interface Titles {
  document: string;
  page: string;
  of: string;
  yes: string;
  no: string;
  total: string;
  others: string;
  none: string;
  figuresIn: string;
  sections: Words<Section>;
  charts: Words<'byDiscipline' | 'byWbs' | 'byCrew'>;
  cover: Words<CoverTitle>;
  buildUp: Words<BuildUpKey>;
  columns: Words<ColumnTitle>;
  wbsKinds: Words<NonNullable<WbsFigures['kind']>>;
  differences: Words<ChangedLine['difference']>;
  comparedWith: string;
  disciplines: Words<Discipline>;
  statuses: Words<Status>;
  purposes: Words<Purpose>;
  methods: Words<Method>;
  fields: Words<(typeof usualColumns)[number]>;
}

type Section =
  | 'cover'
  | 'summary'
  | 'buildUp'
  | 'byDiscipline'
  | 'byWbs'
  | 'matrix'
  | 'crews'
  | 'costliest'
  | 'changes'
  | 'changedLines'
  | 'lines'
  | 'charts';

type CoverTitle =
  | 'client'
  | 'project'
  | 'clientReference'
  | 'location'
  | 'service'
  | 'version'
  | 'status'
  | 'estimateClass'
  | 'classOf'
  | 'accuracy'
  | 'purpose'
  | 'method'
  | 'currency'
  | 'baseDate'
  | 'date'
  | 'preparedBy'
  | 'reviewedBy'
  | 'approvedBy'
  | 'basis'
  | 'assumptions'
  | 'exclusions';

type ColumnTitle =
  | 'lines'
  | 'discipline'
  | 'wbs'
  | 'wbsCode'
  | 'name'
  | 'percent'
  | 'amount'
  | 'service'
  | 'crewCode'
  | 'crewSize'
  | 'labourRate'
  | 'equipmentRate'
  | 'allInRate'
  | 'totalManHours'
  | 'labourCost'
  | 'materialCost'
  | 'freightCost'
  | 'importDutyCost'
  | 'salesTaxCost'
  | 'equipmentCost'
  | 'subcontractCost'
  | 'directCost'
  | 'indirectCost'
  | 'escalationCost'
  | 'contingencyCost'
  | 'markupCost'
  | 'totalCost'
  | 'itemNumber'
  | 'tag'
  | 'description'
  | 'quantity'
  | 'unitOfMeasure'
  | 'before'
  | 'after'
  | 'growth'
  | 'growthPercent'
  | 'difference';

type Status =
  | 'draft'
  | 'in-review'
  | 'approved'
  | 'superseded'
  | 'withdrawn'
  | 'in-progress'
  | 'planning'
  | 'active'
  | 'completed'
  | 'on-hold'
  | 'cancelled';

type Purpose =
  | 'screening'
  | 'feasibility'
  | 'budget'
  | 'control'
  | 'tender'
  | 'change-order'
  | 'check'
  | 'insurance';

type Method = 'capacity-factored' | 'parametric' | 'semi-detailed' | 'detailed-unit-cost' | 'vendor-bid';
