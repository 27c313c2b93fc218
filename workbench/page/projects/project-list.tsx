import { View } from '../components/view';
import { useMessages } from '../language/language';

export default function ProjectList() {
  const { shell } = useMessages();
  return <View title={shell.projects}>{null}</View>;
}
