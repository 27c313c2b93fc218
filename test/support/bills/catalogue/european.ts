import type { Catalogue } from '../item';

export const lotPeinture: Catalogue = [
  ['Cloison en plaques de plâtre, 98/48, isolée', 'm2'],
  ['Doublage des murs, laine minérale 100 mm', 'm2'],
  ['Peinture acrylique sur murs, deux couches', 'm2'],
  ['Peinture sur boiseries et porte', 'm2'],
  ['Porte à âme pleine, 930 x 2040 mm', 'EA'],
  ['Plinthe en bois, 70 mm', 'm'],
  ['Faux plafond démontable, 600 x 600 mm', 'm2'],
  ['Fenêtre en aluminium, 1200 x 1350 mm', 'EA'],
  ['Nettoyage de fin de chantier', 'LS'],
  ['Peinture de sol époxy', 'm2'],
];

export const lotTerrassement: Catalogue = [
  ['Déblai en terrain meuble, évacuation comprise', 'm3'],
  ['Remblai en matériaux d’apport, compacté', 'm3'],
  ['Décapage de la terre végétale, 20 cm', 'm2'],
  ['Bordure T2 en béton, pose sur lit', 'm'],
  ['Tranchée pour réseau, profondeur 1,20 m', 'm'],
  ['Regard préfabriqué 60 x 60', 'EA'],
  ['Installation de chantier', 'LS'],
];

export const obra: Catalogue = [
  ['Excavación en zanjas, terreno medio, por medios mecánicos', 'm3'],
  ['Relleno y compactado con tierras propias', 'm3'],
  ['Hormigón HA-25 en zapata de cimentación', 'm3'],
  ['Acero corrugado B 500 S en cimentación', 'kg'],
  ['Encofrado de madera en zapata', 'm2'],
  ['Losa de hormigón, 20 cm, armada', 'm2'],
  ['Tabique de ladrillo hueco doble', 'm2'],
  ['Pintura plástica lisa en paramentos', 'm2'],
  ['Puerta de paso ciega, 82,5 x 203 cm', 'EA'],
  ['Bajante de PVC, 110 mm', 'm'],
  ['Hormigón de limpieza HL-150', 'm3'],
  ['Control de calidad de hormigón', 'LS'],
];

export const rohbau: Catalogue = [
  ['Baugrube ausheben, Boden lösen und laden', 'm3'],
  ['Graben verfüllen und verdichten', 'm3'],
  ['Sauberkeitsschicht aus Beton C8/10, d = 5 cm', 'm2'],
  ['Ortbeton der Bodenplatte, C25/30, d = 25 cm', 'm3'],
  ['Schalung der Fundamente, glatt', 'm2'],
  ['Bewehrung aus Betonstahl B500A, Stäbe', 'kg'],
  ['Bewehrung aus Betonstahlmatten', 'kg'],
  ['Beton der Wände, C25/30, Schalung gesondert', 'm3'],
  ['Schalung der Wände, Sichtbeton SB2', 'm2'],
  ['Fugenband im Beton, innen liegend', 'm'],
  ['Aussparung im Beton, bis 0,10 m2', 'EA'],
  ['Baustelle einrichten und räumen', 'LS'],
];

export const obraPortuguesa: Catalogue = [
  ['Escavação manual de valas, profundidade até 1,50 m', 'm3'],
  ['Aterro compactado com material local', 'm3'],
  ['Concreto fck 25 MPa, lançado em fundação', 'm3'],
  ['Forma de madeira para fundação', 'm2'],
  ['Armação de aço CA-50, 10 mm', 'kg'],
  ['Alvenaria de blocos cerâmicos, 14 cm', 'm2'],
  ['Porta de madeira, 80 x 210 cm', 'EA'],
  ['Concreto magro para lastro', 'm3'],
  ['Mobilização do canteiro', 'LS'],
];

export const opere: Catalogue = [
  ['Scavo a sezione obbligata, profondità fino a 2 m', 'm3'],
  ['Rinterro con materiale di risulta', 'm3'],
  ['Calcestruzzo C25/30 per fondazioni', 'm3'],
  ['Acciaio B450C in barre', 'kg'],
  ['Muratura in laterizio, 30 cm', 'm2'],
  ['Intonaco civile su pareti', 'm2'],
  ['Tinteggiatura di pareti, due mani', 'm2'],
  ['Porta interna in legno, 80 x 210 cm', 'EA'],
  ['Pavimento in gres, 60 x 60 cm', 'm2'],
];
