export { importFormSchema } from './domain/parameters/import-form';
export {
  createProfile,
  deleteProfile,
  getProfile,
  listProfiles,
  removeProfilesOfClient,
  updateProfile,
} from './domain/profile/import-profile';
export { importProfileInput, importProfileQuery } from './domain/profile/import-profile-fields';
export { storeLines } from './domain/run/store-lines';
export { getImportSurvey } from './domain/survey/import-survey';
export { followImport, issueTicket } from './domain/task/follow-import';
export {
  acceptImport,
  cancelImports,
  cancelImportTask,
  countRunningImports,
  getImportErrors,
  getImportTask,
  importListQuery,
  importStatusQuery,
  listImports,
} from './domain/task/import-task';
