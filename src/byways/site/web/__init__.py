"""What every request needs: sessions, limits, bodies, assets, pages from templates.

Each module is for all folders above; most take `routing.Router`, `routing.service` and `templating.page`.
"""
