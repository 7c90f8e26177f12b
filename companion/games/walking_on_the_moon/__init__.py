"""Walking on the Moon, 2-5 players: final scoring."""
