import type { components } from '@consulting/client/api';

type Schemas = components['schemas'];
type Named<T> = Readonly<Record<NonNullable<T> & string, string>>;

// The compiler holds the texts of the page against this, so that no choice of the API lacks a name.
export interface Choices {
  clientStatus: Named<Schemas['ClientStatus']>;
  clientType: Named<Schemas['ClientTypeOrNull']>;
  projectStatus: Named<Schemas['ProjectStatus']>;
  contractType: Named<Schemas['ProjectContractTypeOrNull']>;
  quarter: Named<Schemas['Quarter']>;
  unitSystem: Named<Schemas['UnitSystem']>;
  siteCondition: Named<Schemas['SiteConditionOrNull']>;
  serviceType: Named<Schemas['ServiceType']>;
  serviceStatus: Named<Schemas['ServiceStatus']>;
  feeType: Named<Schemas['FeeTypeOrNull']>;
  estimateClass: Named<Schemas['EstimateClassOrNull']>;
  estimatePurpose: Named<Schemas['EstimatePurposeOrNull']>;
  estimateMethod: Named<Schemas['EstimateMethodOrNull']>;
  contingencyMethod: Named<Schemas['ContingencyMethodOrNull']>;
  versionStatus: Named<Schemas['EstimationStatus']>;
  drawFrequency: Named<Schemas['DrawFrequencyOrNull']>;
  drawStatus: Named<Schemas['DrawStatus']>;
  reportingPeriod: Named<Schemas['ReportingPeriodOrNull']>;
  progressMethod: Named<Schemas['ProgressMethodOrNull']>;
  eacMethod: Named<Schemas['EstimateAtCompletionMethod']>;
  claimType: Named<Schemas['ClaimTypeOrNull']>;
  claimSide: Named<Schemas['ClaimSideOrNull']>;
  claimStage: Named<Schemas['ClaimStageOrNull']>;
  claimHead: Named<Schemas['ClaimHeadTypeOrNull']>;
  delayAnalysisMethod: Named<Schemas['DelayAnalysisMethodOrNull']>;
  quantumMethod: Named<Schemas['QuantumMethodOrNull']>;
  overheadFormula: Named<Schemas['OverheadFormulaOrNull']>;
  shift: Named<Schemas['Shift']>;
}
