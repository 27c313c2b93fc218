import { View } from '../components/view';
import { useMessages } from '../language/language';

export default function Libraries() {
  const { shell } = useMessages();
  return <View title={shell.libraries}>{null}</View>;
}
