import { noteSorting } from '../../postgres';
import {
  boolean,
  entry,
  list,
  matching,
  paging,
  QueryInput,
  RecordInput,
  sortOf,
  text,
  timestamp,
  uuid,
} from '../../schema';

const textLengthMax = 4000;
const fieldLengthMax = 100;
const linksMax = 20;
const urlLengthMax = 2000;

// A name before the host would make an address look like another.
const address = /^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;

const link = entry(
  {
    title: text(200).describe('What the link leads to.'),
    url: matching(urlLengthMax, address, 'an https address').required().describe('Address, https alone.'),
  },
  { name: 'NoteLinkInput' },
);

export const noteInput = new RecordInput(
  {
    recordId: uuid().required().createOnly().describe('Identifier of the record that the note is on.'),
    projectId: uuid()
      .createOnly()
      .describe('Project of the record; null where it has none. When given, the record must be of it.'),
    field: text(fieldLengthMax)
      .createOnly()
      .describe(
        'Key of the field of the record that the note is on, of takeoff lines alone; null for a note on the whole record.',
      ),
    text: text(textLengthMax).required().describe('What the note says.'),
    links: list(link, linksMax).default([]).describe('Documents, mails or drawings that belong to it.'),
    resolvedAt: timestamp().describe(
      'When it was resolved, UTC; null while it is open. Any time resolves an open note, and the server sets time and person; null opens it again.',
    ),
  },
  { name: 'Note', server: ['noteId', 'recordType', 'resolvedBy'] },
);

export const noteQuery = new QueryInput({
  recordId: uuid().describe('Only notes on this record.'),
  projectId: uuid().describe('Only notes on records of this project.'),
  open: boolean().describe('Only open, or only resolved notes.'),
  onField: boolean().describe('Only notes on a field, or only those on a record as a whole.'),
  ...paging,
  sort: sortOf(noteSorting),
});
