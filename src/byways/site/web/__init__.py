"""What every request needs: sessions, limits, bodies, assets, pages from templates."""
