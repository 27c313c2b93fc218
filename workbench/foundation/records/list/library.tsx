import { useMessages } from '@consulting/design/language';
import { declared } from '../fields';
import { RecordList } from './record-list';

export type LibraryName =
  | 'trades'
  | 'rateCards'
  | 'crews'
  | 'equipment'
  | 'subcontractors'
  | 'equipmentTags'
  | 'priceBooks'
  | 'priceRows'
  | 'importProfiles'
  | 'apiKeys'
  | 'grants';

export function useLibraryWords(of: LibraryName) {
  const { libraries } = useMessages();
  const { add, edit, empty } = libraries[of];
  const { noneYet, emptyTitle } = libraries.list;
  return {
    title: libraries.lists[of],
    add,
    edit,
    empty,
    emptyTitle: declared(of).page === undefined ? noneYet : emptyTitle,
  };
}

type Props = Omit<Parameters<typeof RecordList>[0], 'of' | 'words'> & { of: LibraryName };

export const Library = (props: Props) => <RecordList {...props} words={useLibraryWords(props.of)} />;
