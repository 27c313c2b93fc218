export { type Stored, useCollection, useRecord } from './collection';
export { Blocking, Confirm } from './confirm';
export { Fact, Facts } from './facts';
export { FieldInput } from './field-input';
export {
  declared,
  type Field,
  fieldsOf,
  type Loose,
  nameOf,
  partOf,
  pathOf,
  type RecordName,
  rowsOf,
  type Section,
} from './fields';
export { type NotedField, readFieldNotes } from './note-queries';
export { Notes, NotesButton } from './notes';
export { EditRecord, NewRecord, RecordActions } from './record-actions';
export { type Part, RecordDialog } from './record-dialog';
export { RecordNames, useRecordNames } from './record-names';
export { SaveBar } from './save-bar';
export { StatusButtons } from './status-buttons';
export { useEdits } from './use-edits';
export { type RecordWords, useRecordWords } from './words';
