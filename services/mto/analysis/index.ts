export {
  amountOf,
  type MovedItem,
  movements,
  type ReconciledCause,
  reconcile,
  reconcileBasis,
  sumMovements,
  totalsOf,
} from './domain/reconcile';
export { reconcileInput } from './domain/reconcile-input';
export { Reconciliation } from './domain/reconcile-sums';
export { partsOfVersion, versionCauses } from './domain/reconcile-versions';
export {
  type CheckCode,
  checkCodes,
  checkStates,
  dismissedStates,
  severities,
} from './domain/review/checks';
export { decideOnCheck, decisionInput } from './domain/review/decision';
export { ratioKeys } from './domain/review/ratios';
export {
  findReview,
  type Review,
  reviewEstimate,
  reviewQuery,
  storeMissingReviews,
} from './domain/review/review';
export { removeReviewOf, reviewRecords } from './store/review/decisions';
