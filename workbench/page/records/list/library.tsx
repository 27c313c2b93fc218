import { useMessages } from '../../language/language';
import { RecordList } from './record-list';

export type LibraryName = 'trades' | 'rateCards' | 'crews' | 'equipment';

export function useLibraryWords(of: LibraryName) {
  const { libraries } = useMessages();
  const { add, edit, empty } = libraries[of];
  return { title: libraries.lists[of], add, edit, empty };
}

type Props = Omit<Parameters<typeof RecordList>[0], 'of' | 'words'> & { of: LibraryName };

export const Library = (props: Props) => <RecordList {...props} words={useLibraryWords(props.of)} />;
